import { JACKPOT_MESSAGES as MESSAGES } from './jackpot.messages';
import styles from './jackpot.module.css';
import { RollingAmount } from './rolling-amount';
import { useJackpotCounters } from './use-jackpot-counters';

/** The three tiers (spec §3), each in its metal's ring. */
export function JackpotCounters() {
  const { bronzeCounter, silverCounter, goldCounter } = useJackpotCounters();
  const tiers = [
    { tier: 'bronze', counter: bronzeCounter },
    { tier: 'silver', counter: silverCounter },
    { tier: 'gold', counter: goldCounter },
  ] as const;
  return (
    <dl className={styles.tiers} aria-label={MESSAGES.title} data-testid="jackpot-counters">
      {tiers.map(({ tier, counter }) => (
        <div key={tier} className={`${styles.tier} ${styles[tier]}`} data-testid={`jackpot-${tier}`}>
          <dt className={styles.metal}>{MESSAGES[tier]}</dt>
          <dd className={styles.counter}>
            <RollingAmount value={counter} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
