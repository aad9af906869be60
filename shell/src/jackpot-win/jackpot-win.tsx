import type { CSSProperties } from 'react';
import { formatAmount } from '@palier/shared/money';
import { Button } from '@palier/shared/ui';
import { messages } from './jackpot-win.messages';
import { useJackpotWin } from './use-jackpot-win';
import styles from './jackpot-win.module.css';

/** Spec §2: 60 falling coins, 5 rings. */
const COIN_COUNT = 60;
const RING_COUNT = 5;

/** Spread without chance: every win looks whole, and no two neighbours fall alike. */
const coinStyle = (index: number): CSSProperties =>
  ({
    '--left': `${(index * 61.8) % 100}%`,
    '--delay': `${((index * index * 37) % 101) / 42}s`,
    '--fall': `${1.6 + ((index * index * 53) % 97) / 80}s`,
    '--turns': `${(index % 2 === 0 ? 1 : -1) * (0.6 + ((index * 29) % 100) / 60)}turn`,
    '--scale': `${0.6 + ((index * 17) % 100) / 125}`,
  }) as CSSProperties;

const ringStyle = (index: number): CSSProperties => ({ '--delay': `${index * 0.35}s` }) as CSSProperties;

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The jackpot-win overlay (spec §2, §4): the prize, coins and rings, for five seconds. */
export function JackpotWin() {
  const { win, dismiss } = useJackpotWin();
  return (
    <div role="status" aria-live="assertive" className={win === null ? undefined : styles.overlay}>
      {win !== null && (
        <>
          <div className={styles.decoration} aria-hidden="true">
            {indexes(RING_COUNT).map((index) => (
              <span key={index} className={styles.ring} data-testid="jackpot-ring" style={ringStyle(index)} />
            ))}
            {indexes(COIN_COUNT).map((index) => (
              <span key={index} className={styles.coin} data-testid="jackpot-coin" style={coinStyle(index)} />
            ))}
          </div>
          <div key={win.winId} className={styles.card} data-tier={win.tier}>
            <p className={styles.title} lang="en">
              {messages.title}
            </p>
            <p className={styles.prize}>{`${formatAmount(win.prizeAmount)} TND`}</p>
            <p className={styles.words} lang="en">
              {messages.body}
            </p>
            <Button tone="quiet" onClick={dismiss}>
              {messages.close}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
