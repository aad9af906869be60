import { JACKPOT_TIERS, useJackpotCounters } from '@palier/shared/jackpot';
import { messages } from './jackpot.messages';
import styles from './jackpot.module.css';
import { RollingAmount } from './rolling-amount';

export function JackpotCounters() {
  const counters = useJackpotCounters();
  return (
    <dl className={styles.tiers} lang="fr" aria-label={messages.title} data-testid="jackpot-counters">
      {JACKPOT_TIERS.map(({ tier, label, counter }) => (
        <div key={tier} className={`${styles.tier} ${styles[tier]}`} data-testid={`jackpot-${tier}`}>
          <dt className={styles.metal}>{label}</dt>
          <dd className={styles.counter}>{counters && <RollingAmount value={counters[counter]} />}</dd>
        </div>
      ))}
    </dl>
  );
}
