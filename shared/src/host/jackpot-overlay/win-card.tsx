import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { bus } from '@palier/shared/bus';
import { formatAmount } from '@palier/shared/money';
import { Button } from '@palier/shared/ui';
import { celebrate } from './celebrate';
import type { QueuedWin } from './use-win-queue';
import { messages } from './win-card.messages';
import styles from './win-card.module.css';

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

interface WinCardProps {
  readonly win: QueuedWin;
  readonly onDismiss: () => void;
}

/** The prize, falling coins and rings. Announces the win as shown. */
export default function WinCard({ win, onDismiss }: WinCardProps): ReactNode {
  const { winId } = win;
  useEffect(() => {
    celebrate();
    if (winId !== undefined) bus.emit('jackpot/win-shown', { id: winId });
  }, [winId]);

  return (
    <div className={styles.overlay} data-screen-only>
      <div className={styles.decoration} aria-hidden="true">
        {indexes(RING_COUNT).map((index) => (
          <span key={index} className={styles.ring} data-testid="jackpot-ring" style={ringStyle(index)} />
        ))}
        {indexes(COIN_COUNT).map((index) => (
          <span key={index} className={styles.coin} data-testid="jackpot-coin" style={coinStyle(index)} />
        ))}
      </div>
      <div className={styles.card} data-tier={win.tier}>
        <p className={styles.title} lang="en">
          {messages.title}
        </p>
        <p className={styles.prize}>{`${formatAmount(win.prizeAmount)} TND`}</p>
        <p className={styles.congratulation} lang="en">
          {messages.body}
        </p>
        <Button tone="quiet" onClick={onDismiss}>
          {messages.close}
        </Button>
      </div>
    </div>
  );
}
