import type { CSSProperties } from 'react';
import { formatAmount } from '@palier/shared/money';
import { Button } from '@palier/shared/ui';
import { messages } from './jackpot-overlay.messages';
import { useWinQueue } from './use-win-queue';
import styles from './jackpot-overlay.module.css';

const COIN_COUNT = 60;
const RING_COUNT = 5;

/** Deterministic spread of the coins, so that neighbours never fall alike. */
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

/** The overlay of a jackpot win: prize, falling coins and rings, for five seconds. */
export function JackpotOverlay() {
  const { win, dismiss } = useWinQueue();
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
            <p className={styles.congratulation} lang="en">
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
