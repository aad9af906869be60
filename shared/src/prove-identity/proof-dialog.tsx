/** Not a singleton: each package bundles its own copy, which is loaded when a proof is asked for. */
import { ownFactorsSchema } from '@palier/shared/contracts/factors';
import { firstError, http, logIgnored, noContent } from '@palier/shared/http';
import { hasPasskeys, proveByPasskey } from '@palier/shared/passkey';
import { Button, Field, useTries } from '@palier/shared/ui';
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { messages } from './prove-identity.messages';
import styles from './proof-dialog.module.css';

/**
 * How a person proves who it is: with a code or a passkey, or with the password while the account has no
 * factor.
 */
type ProofMeans = 'code' | 'password';

export interface ProofDialogProps {
  /** `any`: the dialog asks the server whether the account has a factor. */
  readonly by: ProofMeans | 'any';
  readonly onClose: (isProved: boolean) => void;
}

const FIELDS = {
  code: { autoComplete: 'one-time-code', autoCapitalize: 'characters' },
  password: { autoComplete: 'current-password', type: 'password' },
} as const;

interface Means {
  readonly by: ProofMeans;
  readonly hasPasskey: boolean;
}

/** What the user may prove with; of `any`, null until it is known. */
function useMeans(asked: ProofDialogProps['by']): Means | null {
  const [means, setMeans] = useState<Means | null>(asked === 'any' ? null : { by: asked, hasPasskey: false });
  useEffect(() => {
    if (asked === 'password' || (asked === 'code' && !hasPasskeys())) return;
    http.get('/auth/factors', ownFactorsSchema, { quiet: true }).then(
      ({ passkeys, appAddedAt }) =>
        setMeans({
          by: asked === 'code' || appAddedAt !== null || passkeys.length > 0 ? 'code' : 'password',
          hasPasskey: hasPasskeys() && passkeys.length > 0,
        }),
      (error: unknown) => {
        logIgnored(error, 'factors');
        setMeans((before) => before ?? { by: 'password', hasPasskey: false });
      },
    );
  }, [asked]);
  return means;
}

/** Asks for a proof and sends it. Escape and Annuler close it without one. */
export function ProofDialog({ by, onClose }: ProofDialogProps) {
  const means = useMeans(by);
  return means === null ? null : <AskForProof {...means} onClose={onClose} />;
}

interface AskForProofProps extends Means {
  readonly onClose: (isProved: boolean) => void;
}

function AskForProof({ by, hasPasskey, onClose }: AskForProofProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const { form, tries, startTry } = useTries();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);

  async function prove(send: () => Promise<void>, fallback: string): Promise<void> {
    if (isSending) return;
    startTry(by);
    setError(null);
    setIsSending(true);
    try {
      await send();
      isProved.current = true;
      // Closing the dialog, unlike removing it, gives the focus back.
      dialog.current?.close();
    } catch (refusal) {
      setError(firstError(refusal, fallback));
      setText('');
      setIsSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void prove(() => http.post('/auth/proof', { [by]: text.trim() }, noContent), messages.failed);
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={messages.title}
      onClose={() => onClose(isProved.current)}
    >
      <form ref={form} noValidate onSubmit={submit}>
        {/* Within a part of its own: the buttons of a form itself stick above the menu of a phone. */}
        <div data-stack>
          <h2>{messages.title}</h2>
          <Field
            {...FIELDS[by]}
            name={by}
            label={messages[by]}
            hint={messages.why}
            spellCheck={false}
            fault={error}
            tries={tries}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div data-row>
            <Button type="submit" aria-busy={isSending}>
              {messages.submit}
            </Button>
            {hasPasskey && (
              <Button tone="quiet" onClick={() => void prove(proveByPasskey, messages.passkeyNotUsed)}>
                {messages.passkey}
              </Button>
            )}
            <Button tone="quiet" onClick={() => dialog.current?.close()}>
              {messages.cancel}
            </Button>
          </div>
        </div>
      </form>
    </dialog>
  );
}
