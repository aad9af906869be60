/** A shorter absence cannot hide a lost connection: the heartbeat of the socket is as long. */
const ABSENCE_MS = 4_000;

/**
 * Calls `work` when the page comes back to the foreground after a while, or the network comes back. Returns a
 * function that stops it.
 */
export function onReturn(work: () => void): () => void {
  let hiddenSinceMs = Number.POSITIVE_INFINITY;
  function onVisibilityChange(): void {
    if (document.visibilityState === 'hidden') {
      hiddenSinceMs = performance.now();
      return;
    }
    const absenceMs = performance.now() - hiddenSinceMs;
    hiddenSinceMs = Number.POSITIVE_INFINITY;
    if (absenceMs >= ABSENCE_MS) work();
  }
  document.addEventListener('visibilitychange', onVisibilityChange);
  addEventListener('online', work);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    removeEventListener('online', work);
  };
}
