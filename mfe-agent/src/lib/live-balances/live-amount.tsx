import { Amount } from '@palier/shared/ui';
import { useState, type ComponentProps } from 'react';
import styles from './live-amount.module.css';

/**
 * An amount that is highlighted for a moment when it changes. Not a live region: a list changes too often to
 * be announced.
 */
export function LiveAmount({ value, currency }: ComponentProps<typeof Amount>) {
  const [shown, setShown] = useState({ value, changes: 0 });
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 });
  return (
    <span key={shown.changes} className={shown.changes > 0 ? styles.changed : undefined}>
      <Amount value={value} {...(currency === undefined ? {} : { currency })} />
    </span>
  );
}
