import { VisuallyHidden } from '@palier/shared/ui';
import { SignedAmount } from '../../lib/signed-amount/signed-amount';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useMonotonicMs } from './use-monotonic-ms';
import type { ReadSitting } from './use-sitting';

/** The time of the server, and how long the sitting lasts and what it has brought. */
export function SittingBar({ sitting }: { readonly sitting: ReadSitting | null }) {
  const nowMs = useMonotonicMs();
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
