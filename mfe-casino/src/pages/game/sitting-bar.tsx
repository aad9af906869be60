import { VisuallyHidden } from '@palier/shared/ui';
import { useEffect, useState } from 'react';
import { SignedAmount } from '../../lib/signed-amount/signed-amount';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useSitting } from './use-sitting';

const TICK_MS = 5_000;

/** The monotonic clock of the page, every few seconds. */
function useMonotonicMs(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** The time of the server, and how long the sitting lasts and what it has brought. */
export function SittingBar({ isLaunched }: { readonly isLaunched: boolean }) {
  const nowMs = useMonotonicMs();
  const sitting = useSitting(isLaunched);
  const sinceMs = sitting === null ? 0 : Math.max(0, nowMs - sitting.readAtMs);
  return (
    <div className={styles.sitting} lang="fr" role="group" aria-label={messages.sitting}>
      {sitting !== null && (
        <>
          <time>
            <VisuallyHidden>{messages.clock} </VisuallyHidden>
            {messages.timeOf(sitting.time, sinceMs)}
          </time>
          <span>{messages.duration(sitting.elapsedMs + sinceMs)}</span>
          <span>
            {messages.result} <SignedAmount value={sitting.result} /> <small>TND</small>
          </span>
        </>
      )}
    </div>
  );
}
