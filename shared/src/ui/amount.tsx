import { formatAmount } from '../money';
import styles from './ui.module.css';

/** An amount in TND, with two decimals. */
export function Amount({ value, currency }: { readonly value: number; readonly currency?: 'TND' }) {
  return (
    <span className={styles.amount}>
      {formatAmount(value)}
      {currency !== undefined && <span className={styles.currency}> {currency}</span>}
    </span>
  );
}
