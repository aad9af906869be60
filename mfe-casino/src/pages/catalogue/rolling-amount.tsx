import { formatAmount } from '@palier/shared/money';
import styles from './jackpot.module.css';

const DIGIT = /^\d$/;

/** An amount (TND) with two decimals whose digits roll to their new place. The page's text holds it once, whole. */
export function RollingAmount({ value }: { readonly value: number }) {
  const text = formatAmount(value);
  return (
    <span className={styles.amount}>
      <span className={styles.spoken}>{text}</span>
      <span className={styles.rolls} aria-hidden="true">
        {/* Keyed from the right: the hundredths stay themselves when the amount grows by a digit. */}
        {Array.from(text, (sign, index) => (
          <Sign key={text.length - index} sign={sign} />
        ))}
      </span>
    </span>
  );
}

const Sign = ({ sign }: { readonly sign: string }) =>
  DIGIT.test(sign) ? (
    <span className={styles.reel} style={{ transform: `translateY(-${Number(sign) * 10}%)` }} />
  ) : (
    <span className={styles.sign} data-sign={sign} />
  );
