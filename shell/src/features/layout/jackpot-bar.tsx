import { useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotCounters } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { formatAmount } from '@palier/shared/money';
import { fetchJackpotCounters } from './layout.api';
import { layoutMessages } from './layout.messages';
import styles from './layout.module.css';

const TIERS = [
  { tier: 'bronze', label: 'Bronze', counter: 'bronzeCounter' },
  { tier: 'silver', label: 'Argent', counter: 'silverCounter' },
  { tier: 'gold', label: 'Or', counter: 'goldCounter' },
] as const;

/** The jackpot bar under the header (spec §2): the three tiers, read once, then as the casino's socket counts them. */
export function JackpotBar() {
  const [counters, setCounters] = useState<JackpotCounters | null>(null);
  useEffect(() => {
    const reading = new AbortController();
    fetchJackpotCounters(reading.signal)
      // What the socket has said since is newer than this answer.
      .then((read) => setCounters((counted) => counted ?? read))
      .catch((error: unknown) => {
        if (!reading.signal.aborted) logIgnored(error, 'jackpot counters');
      });
    const stopListening = bus.on('jackpot/counted', setCounters);
    return () => {
      reading.abort();
      stopListening();
    };
  }, []);
  return (
    <aside className={styles.jackpotBar} aria-label={layoutMessages.jackpot}>
      <strong className={styles.jackpotWord}>{layoutMessages.jackpot}</strong>
      {TIERS.map(({ tier, label, counter }) => (
        <span key={tier} className={styles.tier} data-tier={tier}>
          {label}
          {counters !== null && <span className={styles.tierAmount}>{formatAmount(counters[counter])}</span>}
        </span>
      ))}
    </aside>
  );
}
