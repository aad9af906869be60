import type { AgentLimits, SubAccountLimits } from '@palier/shared/contracts/limits';
import { firstError, http, refusedField } from '@palier/shared/http';
import { parseAmount } from '@palier/shared/money/read-amount';
import { Note, Waiting } from '@palier/shared/page-parts';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBox, Field, SuccessBox, useTries } from '@palier/shared/ui';
import { useState, type FormEvent } from 'react';
import { messages } from './agent-limits.messages';
import styles from './account.module.css';

const NAMES = ['perMovement', 'perDay', 'leastBalance', 'proofAbove'] as const;
type Name = (typeof NAMES)[number];

/** Without the contract's schema, which is for the server. */
const limitsAnswer = {
  parse(body: unknown): SubAccountLimits {
    if (typeof (Object(body) as Partial<SubAccountLimits>).own !== 'object')
      throw new Error('limits: no limits');
    return body as SubAccountLimits;
  },
};
const pathOf = (id: string): string => `/user/sub-account/${encodeURIComponent(id)}/limits`;

/** The limits of a direct sub-account that is an agent; read once the section is opened. */
export function AgentLimitsSection({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.limits} aria-label={messages.title} data-screen-only>
      <Button tone="quiet" isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {messages.open}
      </Button>
      {isOpen && <ReadLimits id={id} />}
    </section>
  );
}

function ReadLimits({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['account-limits', useUser()?.id, id],
    queryFn: ({ signal }) => http.get(pathOf(id), limitsAnswer, { quiet: true, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { failureLog: 'limits not read' },
  });
  if (isError) return <ReadFailure message={messages.notRead} onRetry={refetch} />;
  return data === undefined ? <Waiting text={messages.loading} /> : <LimitsForm id={id} limits={data} />;
}

type Texts = Readonly<Record<Name, string>>;

const textOf = (amount: number | null): string => (amount === null ? '' : String(amount).replace('.', ','));

/** The typed limits; the name of the first field whose text is no amount above zero. */
function limitsIn(texts: Texts): AgentLimits | Name {
  const amounts = NAMES.map((name) => (texts[name].trim() === '' ? null : (parseAmount(texts[name]) ?? 0)));
  const wrong = NAMES.find((_, place) => amounts[place] !== null && !(amounts[place]! > 0));
  const [perMovement = null, perDay = null, leastBalance = null, proofAbove = null] = amounts;
  return wrong ?? { perMovement, perDay, leastBalance, proofAbove };
}

interface LimitsFormProps {
  readonly id: string;
  readonly limits: SubAccountLimits;
}

function useLimitsForm({ id, limits }: LimitsFormProps) {
  const queryClient = useQueryClient();
  const userId = useUser()?.id;
  const { form, tries, startTry } = useTries();
  const [texts, setTexts] = useState<Texts>({
    perMovement: textOf(limits.own.perMovement),
    perDay: textOf(limits.own.perDay),
    leastBalance: textOf(limits.own.leastBalance),
    proofAbove: textOf(limits.own.proofAbove),
  });
  const [fault, setFault] = useState<{ readonly text: string; readonly field?: string } | null>(null);
  const [state, setState] = useState<'typing' | 'sending' | 'saved'>('typing');

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === 'sending') return;
    const typed = limitsIn(texts);
    startTry(typeof typed === 'string' ? typed : undefined);
    if (typeof typed === 'string') return setFault({ text: messages.notAnAmount, field: typed });
    setFault(null);
    setState('sending');
    try {
      const stored = await http.post(pathOf(id), typed, limitsAnswer, { quiet: true });
      queryClient.setQueryData(['account-limits', userId, id], stored);
      setState('saved');
    } catch (error) {
      const field = refusedField(error);
      const text = firstError(error, messages.failed);
      setFault(field === undefined ? { text } : { text, field });
      setState('typing');
    }
  }
  function type(name: Name, text: string): void {
    setTexts({ ...texts, [name]: text });
    setState('typing');
  }
  return { form, tries, texts, fault, state, type, save };
}

function LimitsForm(props: LimitsFormProps) {
  const { form, tries, texts, fault, state, type, save } = useLimitsForm(props);
  const isFieldFault = NAMES.some((name) => name === fault?.field);
  const { ofRole } = props.limits;
  return (
    <form ref={form} data-stack noValidate aria-label={messages.title} onSubmit={(event) => void save(event)}>
      <Note>{messages.about}</Note>
      {NAMES.map((name) => (
        <Field
          key={name}
          label={messages[name]}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={texts[name]}
          {...(ofRole[name] === null ? {} : { hint: messages.ofRole(ofRole[name]) })}
          fault={fault?.field === name ? fault.text : null}
          tries={tries}
          onChange={(event) => type(name, event.target.value)}
        />
      ))}
      {fault !== null && !isFieldFault && <ErrorBox key={tries} message={fault.text} />}
      {state === 'saved' && <SuccessBox message={messages.saved} />}
      <Button type="submit" aria-busy={state === 'sending'} aria-disabled={state === 'sending'}>
        {state === 'sending' ? messages.saving : messages.save}
      </Button>
    </form>
  );
}
