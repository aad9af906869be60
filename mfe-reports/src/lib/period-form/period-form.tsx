import { Button } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './period-form.messages';
import styles from './period-form.module.css';

interface ShowFormProps {
  /** The fields that choose what is shown. */
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  /** What the presets choose, in a word. */
  readonly presetsLabel: string;
  readonly presets: readonly {
    readonly label: string;
    /** Whether it is what is shown now. */
    readonly isShown: boolean;
    readonly onShow: () => void;
  }[];
}

/** Dates, Afficher, and the dates one asks for most: the head of every page of figures. */
export const ShowForm = ({ children, onSubmit, presetsLabel, presets }: ShowFormProps) => (
  <form
    className={styles.form}
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
