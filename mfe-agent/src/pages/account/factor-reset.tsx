import type { FactorReset } from '@palier/shared/contracts/factors';
import { formatMoment } from '@palier/shared/french-dates';
import { firstError, http, refusedField } from '@palier/shared/http';
import { Note, Waiting } from '@palier/shared/page-parts';
import { useProof } from '@palier/shared/prove-identity';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { useState, type FormEvent } from 'react';
import { LazyProofDialog } from '../../lib/lazy-proof-dialog';
import styles from './account.module.css';
import { messages, waitInWords } from './factor-reset.messages';

/** Without the contract's schema, which is for the server. */
const resetAnswer = {
  parse(body: unknown): FactorReset {
    if (typeof (Object(body) as Partial<FactorReset>).hasFactor !== 'boolean')
      throw new Error('factor reset: no state');
    return body as FactorReset;
  },
};
const pathOf = (id: string): string => `/user/sub-account/${encodeURIComponent(id)}/factor-reset`;

/** The lost second factor of a direct sub-account; read once the section is opened. */
export function FactorResetSection({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.limits} aria-label={messages.open} data-screen-only>
      <Button tone="quiet" isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {messages.open}
      </Button>
      {isOpen && <ReadReset id={id} />}
    </section>
  );
}

const keyOf = (userId: number | undefined, id: string) => ['factor-reset', userId, id];

function ReadReset({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(useUser()?.id, id),
    queryFn: ({ signal }) => http.get(pathOf(id), resetAnswer, { quiet: true, signal }),
    gcTime: 0,
    meta: { failureLog: 'factor reset not read' },
  });
  if (isError) return <ReadFailure message={messages.notRead} onRetry={refetch} />;
  if (data === undefined) return <Waiting text={messages.loading} />;
  if (!data.hasFactor) return <Note>{messages.none}</Note>;
  return <State id={id} state={data} />;
}

/** Sends a change, after a proof where the server asks for one. Resolves to whether it was carried out. */
function useChange(id: string) {
  const queryClient = useQueryClient();
  const userId = useUser()?.id;
  const { withProof, dialog } = useProof(LazyProofDialog, 'code');
  const [fault, setFault] = useState<{ readonly text: string; readonly field?: string } | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function send(path: string, body: object): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setFault(null);
    try {
      const state = await withProof(() => http.post(path, body, resetAnswer, { quiet: true }));
      queryClient.setQueryData(keyOf(userId, id), state);
    } catch (error) {
      const field = refusedField(error);
      const text = firstError(error, messages.failed);
      setFault(field === undefined ? { text } : { text, field });
    } finally {
      setIsSending(false);
    }
  }
  return { send, fault, setFault, isSending, dialog };
}

function State({ id, state: { waitS, reset } }: { readonly id: string; readonly state: FactorReset }) {
  const change = useChange(id);
  const { fault, isSending } = change;
  return (
    <>
      {fault !== null && fault.field !== 'identified' && <ErrorBox message={fault.text} />}
      {reset === null ? (
        <AskForm
          about={messages.about(waitInWords(waitS))}
          fault={fault?.field === 'identified' ? fault.text : null}
          isSending={isSending}
          onMissing={() => change.setFault({ text: messages.missing, field: 'identified' })}
          onAsk={(identified) => void change.send(pathOf(id), { identified })}
        />
      ) : (
        <>
          <p>{messages.waiting(reset.by, formatMoment(reset.dueAt))}</p>
          <Button
            tone="quiet"
            aria-busy={isSending}
            onClick={() => void change.send(`${pathOf(id)}/withdraw`, {})}
          >
            {messages.withdraw}
          </Button>
        </>
      )}
      {change.dialog}
    </>
  );
}

interface AskFormProps {
  readonly about: string;
  readonly fault: string | null;
  readonly isSending: boolean;
  readonly onMissing: () => void;
  readonly onAsk: (identified: string) => void;
}

function AskForm({ about, fault, isSending, onMissing, onAsk }: AskFormProps) {
  const { form, tries, startTry } = useTries();
  const [identified, setIdentified] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    startTry('identified');
    if (identified.trim() === '') onMissing();
    else onAsk(identified.trim());
  }

  return (
    <form ref={form} data-stack noValidate aria-label={messages.open} onSubmit={submit}>
      <Note>{about}</Note>
      <Field
        name="identified"
        label={messages.identified}
        hint={messages.hint}
        autoComplete="off"
        fault={fault}
        tries={tries}
        value={identified}
        onChange={(event) => setIdentified(event.target.value)}
      />
      <div data-row>
        {messages.ways.map((way) => (
          <Button key={way} tone="quiet" isSmall onClick={() => setIdentified(way)}>
            {way}
          </Button>
        ))}
      </div>
      <Button type="submit" aria-busy={isSending}>
        {messages.ask}
      </Button>
    </form>
  );
}
