import { JACKPOT_TIERS, useJackpotCounters } from '@palier/shared/jackpot';
import { formatAmount } from '@palier/shared/money';
import { messages } from './layout.messages';
import styles from './layout.module.css';

export function JackpotBar() {
  const counters = useJackpotCounters();
  return (
    <aside className={styles.jackpotBar} aria-label={messages.jackpot}>
      <strong className={styles.jackpotWord}>{messages.jackpot}</strong>
      {JACKPOT_TIERS.map(({ tier, label, counter }) => (
        <span key={tier} className={styles.tier} data-tier={tier}>
          {label}
          <span className={styles.tierAmount}>{counters && formatAmount(counters[counter])}</span>
        </span>
      ))}
    </aside>
  );
}
