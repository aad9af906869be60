import { lazy, Suspense } from 'react';
import { useWinQueue } from './use-win-queue';

// A page that cannot load the card does not announce the win as shown, so the server sends the win again.
const WinCard = lazy(() => import('./win-card').catch(() => ({ default: () => null })));

/**
 * Shows the jackpot wins of the signed-in player, each for five seconds; the card is loaded with the first
 * win.
 */
export function JackpotOverlay() {
  const { win, dismiss } = useWinQueue();
  return (
    <div role="status" aria-live="assertive">
      <Suspense>{win !== null && <WinCard key={win.order} win={win} onDismiss={dismiss} />}</Suspense>
    </div>
  );
}
