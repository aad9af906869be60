import type { HistoryPage } from '@palier/shared/contracts';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { Amount, Button, ErrorBox, Field } from '@palier/shared/ui';
import { useState } from 'react';
import { PRESETS } from '../period-form/period.rules';
import { typeLabel } from '../transaction-type';
import { messages } from './selection.messages';
import styles from './selection.module.css';
import { amountError, countConditions, NO_SELECTION, type Selection } from './selection.rules';
import type { useSelectionInUrl } from './selection.rules';

interface SelectionFormProps extends ReturnType<typeof useSelectionInUrl> {
  /** The kinds of movement that the history has. */
  readonly kinds: readonly string[];
  /** False where another form of the page has the usual periods. */
  readonly hasPeriods?: boolean;
}

const MORE: readonly (keyof Selection)[] = ['kind', 'amountFrom', 'amountTo', 'account', 'number'];

/** Usual periods, one amount, and further conditions behind « Autres critères ». */
export function SelectionForm({
  selection,
  draft,
  type,
  select,
  kinds,
  hasPeriods = true,
}: SelectionFormProps) {
  const [error, setError] = useState<string | null>(null);
  const { from } = selection;
  const count = countConditions(selection);
  const usual = useUsualPeriods();
  const isUsual = hasPeriods && usual.some(({ period }) => isShown(period, selection));
  return (
    <form
      className={styles.form}
      data-screen-only
      aria-label={messages.title}
      onSubmit={(event) => {
        event.preventDefault();
        const refusal = amountError(draft);
        setError(refusal);
        if (refusal === null) select(draft);
      }}
    >
      {hasPeriods && <PeriodButtons usual={usual} selection={selection} draft={draft} select={select} />}
      <div className={styles.amount}>
        <Field {...fieldOf('amount', draft, type)} inputMode="decimal" />
        <SearchButton />
      </div>
      {error !== null && (
        <div className={styles.error}>
          <ErrorBox message={error} />
        </div>
      )}
      <details
        className={styles.more}
        open={MORE.some((name) => selection[name] !== '') || (from !== '' && !isUsual) || undefined}
      >
        <summary>{messages.more}</summary>
        <MoreFields kinds={kinds} draft={draft} type={type} />
      </details>
      {count > 0 && (
        <Button tone="quiet" isSmall onClick={() => select(NO_SELECTION)}>
          {messages.clear(count)}
        </Button>
      )}
    </form>
  );
}

type Type = SelectionFormProps['type'];

const fieldOf = (name: keyof Selection, draft: Selection, type: Type) => ({
  label: messages[name],
  value: draft[name],
  autoComplete: 'off',
  onChange: (event: { readonly target: { readonly value: string } }) => type({ [name]: event.target.value }),
});

const SearchButton = () => (
  <Button type="submit" tone="quiet">
    {messages.search}
  </Button>
);

type Period = Pick<Selection, 'from' | 'to'>;

const isShown = (period: Period, { from, to }: Selection): boolean =>
  period.from === from && period.to === to;

function useUsualPeriods() {
  const today = usePlatformDay();
  return PRESETS.map(({ label, periodAt }) => ({ label, period: periodAt(today) }));
}

interface PeriodButtonsProps extends Pick<SelectionFormProps, 'selection' | 'draft' | 'select'> {
  readonly usual: ReturnType<typeof useUsualPeriods>;
}

/** A press of the period that is shown ends its selection. */
const PeriodButtons = ({ usual, selection, draft, select }: PeriodButtonsProps) => (
  <div className={styles.periods} role="group" aria-label={messages.periods}>
    {usual.map(({ label, period }) => {
      const isPressed = isShown(period, selection);
      return (
        <Button
          key={label}
          tone="quiet"
          isSmall
          aria-pressed={isPressed}
          onClick={() => select({ ...draft, ...(isPressed ? { from: '', to: '' } : period) })}
        >
          {label}
        </Button>
      );
    })}
  </div>
);

const MoreFields = ({ kinds, draft, type }: Pick<SelectionFormProps, 'kinds' | 'draft' | 'type'>) => (
  <div className={styles.fields}>
    <Field {...fieldOf('from', draft, type)} type="date" />
    <Field {...fieldOf('to', draft, type)} type="date" />
    <label className={styles.kind}>
      <span>{messages.kind}</span>
      <select value={draft.kind} onChange={(event) => type({ kind: event.target.value })}>
        <option value="">{messages.everyKind}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {typeLabel(kind)}
          </option>
        ))}
      </select>
    </label>
    <Field {...fieldOf('amountFrom', draft, type)} inputMode="decimal" />
    <Field {...fieldOf('amountTo', draft, type)} inputMode="decimal" />
    <Field {...fieldOf('account', draft, type)} autoCapitalize="none" />
    <Field {...fieldOf('number', draft, type)} inputMode="numeric" />
    <SearchButton />
  </div>
);

/** How many movements a selection has, and what they added and took; nothing for a whole history. */
export function SelectionTotals({ history }: { readonly history: HistoryPage | undefined }) {
  if (history?.totals === undefined) return null;
  const { totals, totalElements, examinedFrom } = history;
  return (
    <div className={styles.totals}>
      <p>
        {messages.count(totalElements)} · {messages.credited} <Amount value={totals.credited} /> ·{' '}
        {messages.debited} <Amount value={totals.debited} />
      </p>
      {examinedFrom !== undefined && <p>{messages.examinedFrom(formatDateTime(examinedFrom))}</p>}
    </div>
  );
}
