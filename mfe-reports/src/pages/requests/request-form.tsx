import type { BalanceRequest } from '@palier/shared/contracts';
import { firstError, refusedField } from '@palier/shared/http';
import { ambiguousAmount, isWhole, readAmount } from '@palier/shared/money/read-amount';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBox, Field, SuccessBox, useTries } from '@palier/shared/ui';
import { useRef, useState } from 'react';
import { messages } from './requests.messages';
import styles from './requests.module.css';
import { sendRequest } from './use-own-requests';

const MAX_NOTE_LENGTH = 120;

type RequestType = BalanceRequest['type'];

/** The sentence about a text that is not an amount to ask for, as in the forms of the agent. */
function faultOf(text: string, type: RequestType, balance: number): string | null {
  const { decimal, fault } = readAmount(text);
  if (fault === 'ambiguous') return ambiguousAmount(text);
  if (fault === 'unreadable') return messages.notWhole;
  const amount = Number(decimal);
  if (!(amount > 0)) return messages.notAboveZero;
  if (type === 'WITHDRAWAL' && amount > balance) return messages.aboveBalance;
  return decimal !== null && isWhole(decimal) ? null : messages.notWhole;
}

const NO_FAULT: { error: string | null; field: string | undefined } = { error: null, field: undefined };

function useRequestForm() {
  const user = useUser();
  const [params] = useSearchParams();
  const [text, setText] = useState(() => /^\d{1,10}$/.exec(params.get('amount') ?? '')?.[0] ?? '');
  const [note, setNote] = useState('');
  const [{ error, field }, setFault] = useState(NO_FAULT);
  const [success, setSuccess] = useState<string | null>(null);
  const isInFlight = useRef(false);
  const { form, tries, startTry } = useTries();
  const isPlayer = user?.roleName === 'ROLE_CLIENT';

  async function send(type: RequestType): Promise<void> {
    if (isInFlight.current) return;
    setSuccess(null);
    const fault = faultOf(text, type, user?.balance ?? 0);
    setFault({ error: fault, field: fault === null ? undefined : 'amount' });
    startTry(fault === null ? undefined : 'amount');
    if (fault !== null) return;
    isInFlight.current = true;
    const written = note.trim();
    try {
      await sendRequest({
        type,
        amount: Number(readAmount(text).decimal),
        note: written === '' ? undefined : written,
      });
      setText('');
      setNote('');
      setSuccess(messages.sent);
    } catch (refusal) {
      setFault({ error: firstError(refusal, messages.failed), field: refusedField(refusal) });
    } finally {
      isInFlight.current = false;
    }
  }

  return {
    text,
    setText,
    note,
    setNote,
    error,
    field,
    success,
    form,
    tries,
    isPlayer,
    send,
  };
}

interface RequestFormProps {
  /** Undefined until it is known. */
  readonly payoutsReserve: boolean | undefined;
}

/** What becomes of the sum of a payout; a line without a word until it is known. */
function heldText(payoutsReserve: boolean | undefined): string {
  if (payoutsReserve === undefined) return '\u00a0';
  return payoutsReserve ? messages.held : messages.nothingHeld;
}

/** Asks the parent for balance or, for a player, for a payout. */
export function RequestForm({ payoutsReserve }: RequestFormProps) {
  const { text, setText, note, setNote, error, field, success, form, tries, isPlayer, send } =
    useRequestForm();
  const isOfField = field === 'amount' || field === 'note';
  return (
    <form
      ref={form}
      data-stack
      noValidate
      aria-label={messages.title}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter asks for balance: it takes nothing from the asker.
        void send('DEPOSIT');
      }}
    >
      <Field
        label={messages.amount}
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        fault={field === 'amount' ? error : null}
        tries={tries}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label={messages.note}
        name="note"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        fault={field === 'note' ? error : null}
        tries={tries}
        onChange={(event) => setNote(event.target.value)}
      />
      {!isOfField && <ErrorBox key={tries} message={error} />}
      <SuccessBox message={success} />
      {isPlayer && <p className={styles.note}>{heldText(payoutsReserve)}</p>}
      <FormButtons isPlayer={isPlayer} onPayout={() => void send('WITHDRAWAL')} />
    </form>
  );
}

interface FormButtonsProps {
  readonly isPlayer: boolean;
  readonly onPayout: () => void;
}

const FormButtons = ({ isPlayer, onPayout }: FormButtonsProps) => (
  <div data-row="close">
    <Button type="submit">{isPlayer ? messages.deposit : messages.balance}</Button>
    {isPlayer && (
      <Button tone="quiet" onClick={onPayout}>
        {messages.payout}
      </Button>
    )}
  </div>
);
