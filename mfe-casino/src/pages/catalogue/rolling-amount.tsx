import { formatAmount } from '@palier/shared/money';
import { VisuallyHidden } from '@palier/shared/ui';
import styles from './jackpot.module.css';

const DIGIT = /^\d$/;

/** An amount in TND whose digits roll to their new value. The page's text contains the amount once. */
export function RollingAmount({ value }: { readonly value: number }) {
  const text = formatAmount(value);
  return (
    <span className={styles.amount}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles.rolls} aria-hidden="true">
        {/* Keyed from the right, so that the hundredths roll on when the amount gains a digit. */}
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
