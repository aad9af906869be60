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

/** Volleys in which the coins are thrown, and the time between two of them. */
const VOLLEYS = 3;
const VOLLEY_S = 0.8;

/** Deterministic spread of the coins, so that neighbours never fly alike. */
const coinStyle = (index: number): CSSProperties =>
  ({
    '--across': `${((index * 61.8) % 100) - 50}vw`,
    '--up': `-${18 + ((index * index * 37) % 40)}vh`,
    '--delay': `${(index % VOLLEYS) * VOLLEY_S + ((index * 29) % 20) / 100}s`,
    '--flight': `${1.8 + ((index * index * 53) % 97) / 140}s`,
    '--turns': `${(index % 2 === 0 ? 1 : -1) * (0.6 + ((index * 29) % 100) / 60)}turn`,
    '--scale': `${0.6 + ((index * 17) % 100) / 125}`,
  }) as CSSProperties;

const ringStyle = (index: number): CSSProperties => ({ '--delay': `${index * 0.35}s` }) as CSSProperties;

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

interface WinCardProps {
  readonly win: QueuedWin;
  readonly onDismiss: () => void;
}

/** The tier, the prize, thrown coins and rings. Announces the win as shown. */
export default function WinCard({ win, onDismiss }: WinCardProps): ReactNode {
  const { winId } = win;
  useEffect(() => {
    celebrate();
    if (winId !== undefined) bus.emit('jackpot/win-shown', { id: winId });
  }, [winId]);

  return (
    <div className={styles.overlay} data-tier={win.tier} data-night data-screen-only>
      <div className={styles.decoration} aria-hidden="true">
        {indexes(RING_COUNT).map((index) => (
          <span key={index} className={styles.ring} data-testid="jackpot-ring" style={ringStyle(index)} />
        ))}
        {indexes(COIN_COUNT).map((index) => (
          <span key={index} className={styles.coin} data-testid="jackpot-coin" style={coinStyle(index)} />
        ))}
      </div>
      <div className={styles.card}>
        <p className={styles.title} lang="en">
          {messages.title}
        </p>
        {win.tier !== undefined && (
          <p className={styles.tier} lang="fr">
            {messages.tiers[win.tier]}
          </p>
        )}
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
