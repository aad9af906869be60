import { VisuallyHidden } from '@palier/shared/ui';
import { useEffect, useState } from 'react';
import { SignedAmount } from '../../lib/signed-amount/signed-amount';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useSitting } from './use-sitting';

const TICK_MS = 5_000;

/** Renders again every few seconds. */
function useTick(): void {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** The time, and how long the sitting lasts and what it has brought. */
export function SittingBar({ isLaunched }: { readonly isLaunched: boolean }) {
  useTick();
  const sitting = useSitting(isLaunched);
  return (
    <div className={styles.sitting} lang="fr" role="group" aria-label={messages.sitting}>
      <time>
        <VisuallyHidden>{messages.clock} </VisuallyHidden>
        {messages.timeOf(new Date())}
      </time>
      {sitting !== null && (
        <>
          <span>{messages.duration(sitting.elapsedMs + performance.now() - sitting.readAtMs)}</span>
          <span>
            {messages.result} <SignedAmount value={sitting.result} /> <small>TND</small>
          </span>
        </>
      )}
    </div>
  );
}
