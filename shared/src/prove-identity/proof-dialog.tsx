/** Not a singleton: each package bundles its own copy, which is loaded when a proof is asked for. */
import { firstError, http, noContent } from '@palier/shared/http';
import { Button, Field, useTries } from '@palier/shared/ui';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { messages } from './prove-identity.messages';
import styles from './proof-dialog.module.css';

/** How a person proves who it is: with a code, or with the password while the account has no factor. */
export type ProofMeans = 'code' | 'password';

export interface ProofDialogProps {
  readonly by: ProofMeans;
  readonly onClose: (isProved: boolean) => void;
}

const FIELDS = {
  code: { autoComplete: 'one-time-code', autoCapitalize: 'characters' },
  password: { autoComplete: 'current-password', type: 'password' },
} as const;

/** Asks for a proof and sends it. Escape and Annuler close it without one. */
export function ProofDialog({ by, onClose }: ProofDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const { form, tries, startTry } = useTries();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    startTry(by);
    setError(null);
    setIsSending(true);
    try {
      await http.post('/auth/proof', { [by]: text.trim() }, noContent);
      isProved.current = true;
      // Closing the dialog, unlike removing it, gives the focus back.
      dialog.current?.close();
    } catch (refusal) {
      setError(firstError(refusal, messages.failed));
      setText('');
      setIsSending(false);
    }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={messages.title}
      onClose={() => onClose(isProved.current)}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
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
            <Button tone="quiet" onClick={() => dialog.current?.close()}>
              {messages.cancel}
            </Button>
          </div>
        </div>
      </form>
    </dialog>
  );
}
