import { JACKPOT_TIERS, useJackpotCounters } from '@palier/shared/jackpot';
import { formatAmount } from '@palier/shared/money';
import { VisuallyHidden } from '@palier/shared/ui';
import styles from './jackpot.module.css';

const DIGIT = /^\d$/;

/** An amount in TND whose digits roll to their new value. The page's text contains the amount once. */
function RollingAmount({ value }: { readonly value: number }) {
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

export function JackpotCounters() {
  const counters = useJackpotCounters();
  return (
    <dl className={styles.tiers} lang="fr" aria-label="Jackpot" data-testid="jackpot-counters">
      {JACKPOT_TIERS.map(({ tier, label, counter }) => (
        <div key={tier} className={`${styles.tier} ${styles[tier]}`} data-testid={`jackpot-${tier}`}>
          <dt className={styles.metal}>{label}</dt>
          <dd className={styles.counter}>{counters && <RollingAmount value={counters[counter]} />}</dd>
        </div>
      ))}
    </dl>
  );
}
