import type { LimitKind, LimitPeriod } from '@palier/shared/contracts/limits';
import { parseAmount } from '@palier/shared/money/read-amount';
import { Button, Field, SuccessBox } from '@palier/shared/ui';
import { useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { messages } from './protection.messages';
import styles from './protection.module.css';
import type { ProtectionCalls } from './use-protection';

const KINDS = Object.keys(messages.kinds) as LimitKind[];
const PERIODS = Object.keys(messages.periods) as LimitPeriod[];

/** Sets one limit: what is limited, for which period, and the amount. */
export function LimitForm({ setLimit, isSending }: Pick<ProtectionCalls, 'setLimit' | 'isSending'>) {
  const [kind, setKind] = useState<LimitKind>('staked');
  const [period, setPeriod] = useState<LimitPeriod>('day');
  const [text, setText] = useState('');
  const [isFaulty, setIsFaulty] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  // Not `useTries`, which takes the focus: the page is opened to be read, and keeps its menu until then.
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const amount = parseAmount(text);
    const isAmount = amount !== null && amount >= 0;
    setTries(tries + 1);
    if (!isAmount) form.current?.querySelector('input')?.focus();
    setIsFaulty(!isAmount);
    setOutcome(null);
    if (!isAmount) return;
    const changed = await setLimit({ kind, period, amount });
    if (changed === null) return;
    const stored = changed.limits.find((limit) => limit.kind === kind && limit.period === period);
    setOutcome(stored?.asked == null ? messages.saved : messages.asked);
    setText('');
  }

  return (
    <form
      ref={form}
      data-stack
      className={styles.form}
      noValidate
      aria-label={messages.save}
      onSubmit={(event) => void save(event)}
    >
      {/* First, because the button of a form covers what stands above it on a phone. */}
      <SuccessBox message={outcome} />
      <Choice label={messages.kind} value={kind} onChoose={setKind} texts={messages.kinds} values={KINDS} />
      <Choice
        label={messages.period}
        value={period}
        onChoose={setPeriod}
        texts={messages.periods}
        values={PERIODS}
      />
      <Field
        label={messages.amount}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        fault={isFaulty ? messages.notAnAmount : null}
        tries={tries}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" aria-busy={isSending} aria-disabled={isSending}>
        {isSending ? messages.saving : messages.save}
      </Button>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, values, texts, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value as Value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {texts[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
