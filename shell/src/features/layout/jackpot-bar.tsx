import { useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotCounters } from '@palier/shared/contracts';
import { formatAmount } from '@palier/shared/money';
import { layoutMessages } from './layout.messages';
import styles from './layout.module.css';

const TIERS = [
  { tier: 'bronze', label: 'Bronze', counter: 'bronzeCounter' },
  { tier: 'silver', label: 'Argent', counter: 'silverCounter' },
  { tier: 'gold', label: 'Or', counter: 'goldCounter' },
] as const;

/** The jackpot bar under the header (spec §2): the three tiers, with their amounts once the casino has counted them. */
export function JackpotBar() {
  const [counters, setCounters] = useState<JackpotCounters | null>(null);
  useEffect(() => bus.on('jackpot/counted', setCounters), []);
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
