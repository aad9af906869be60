import { formatAmount } from '@palier/shared/money';
import styles from './jackpot.module.css';

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** An amount (TND) with two decimals whose digits roll to their new place. */
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

function Sign({ sign }: { readonly sign: string }) {
  const digit = DIGITS.indexOf(sign);
  if (digit === -1) return <span className={styles.sign}>{sign}</span>;
  return (
    <span className={styles.digit}>
      <span className={styles.reel} style={{ transform: `translateY(-${digit * 10}%)` }}>
        {DIGITS.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </span>
    </span>
  );
}
