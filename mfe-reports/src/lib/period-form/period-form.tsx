import { Button } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './period-form.messages';
import styles from './period-form.module.css';

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
    <div className={styles.presets} role="group" aria-label={presetsLabel}>
      {presets.map(({ label, isShown, onShow }) => (
        <Button key={label} tone="quiet" isSmall aria-current={isShown} onClick={onShow}>
          {label}
        </Button>
      ))}
    </div>
  </form>
);
