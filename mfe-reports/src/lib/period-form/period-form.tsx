import { usePlatformDay } from '@palier/shared/dates';
import { Button, Field } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './period-form.messages';
import styles from './period-form.module.css';
import { isSamePeriod, PRESETS } from './period.rules';
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
  return (
    <PeriodForm
      onSubmit={() => show(period, onShownAgain)}
      presetsLabel={messages.presets}
      presets={PRESETS.map(({ label, periodAt }) => ({
        label,
        isShown: isSamePeriod(periodAt(today), shown),
        onShow: () => show(periodAt(today), onShownAgain),
      }))}
    >
      <Field
        label={messages.from}
        type="date"
        required
        value={period.from}
        onChange={(event) => setPeriod({ ...period, from: event.target.value })}
      />
      <Field
        label={messages.to}
        type="date"
        required
        min={period.from}
        value={period.to}
        onChange={(event) => setPeriod({ ...period, to: event.target.value })}
      />
    </PeriodForm>
  );
}
