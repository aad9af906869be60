import { usePlatformDay } from '@palier/shared/dates';
import { Button, Field } from '@palier/shared/ui';
import { useState, type ReactNode } from 'react';
import { messages } from './period-form.messages';
import styles from './period-form.module.css';
import { isSamePeriod, periodFault, PRESETS, type Period } from './period.rules';
import type { usePeriodInUrl } from './use-period-in-url';

interface PeriodFormProps {
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly presetsLabel: string;
  readonly presets: readonly {
    readonly label: string;
    readonly isShown: boolean;
    readonly onShow: () => void;
  }[];
}

export const PeriodForm = ({ children, onSubmit, presetsLabel, presets }: PeriodFormProps) => (
  <form
    className={styles.form}
    data-screen-only
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <div className={styles.dates}>
      {children}
      <Button type="submit">{messages.show}</Button>
    </div>
    <ul className={styles.presets} aria-label={presetsLabel}>
      {presets.map(({ label, isShown, onShow }) => (
        <li key={label}>
          <Button tone="quiet" isSmall aria-current={isShown} onClick={onShow}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  </form>
);

interface PeriodRangeFormProps extends ReturnType<typeof usePeriodInUrl> {
  readonly onShownAgain: () => unknown;
}

/** Two dates and the usual periods. */
export function PeriodRangeForm({ period, setPeriod, shown, show, onShownAgain }: PeriodRangeFormProps) {
  const today = usePlatformDay();
  /** How often a period was refused. The first refusal shows the faults, also of later choices. */
  const [refusals, setRefusals] = useState(0);
  const fault = periodFault(period);
  const faultOf = (field: keyof Period) => ({
    fault: refusals > 0 && fault?.field === field ? fault.text : null,
    tries: refusals,
  });

  function submit(): void {
    if (fault === null) show(period, onShownAgain);
    else setRefusals(refusals + 1);
  }

  return (
    <PeriodForm
      onSubmit={submit}
      presetsLabel={messages.presets}
      presets={PRESETS.map(({ label, periodAt }) => ({
        label,
        isShown: isSamePeriod(periodAt(today), shown),
        onShow: () => show(periodAt(today), onShownAgain),
      }))}
    >
      <Field
        {...faultOf('from')}
        label={messages.from}
        type="date"
        required
        value={period.from}
        onChange={(event) => setPeriod({ ...period, from: event.target.value })}
      />
      <Field
        {...faultOf('to')}
        label={messages.to}
        type="date"
        required
        value={period.to}
        onChange={(event) => setPeriod({ ...period, to: event.target.value })}
      />
    </PeriodForm>
  );
}
