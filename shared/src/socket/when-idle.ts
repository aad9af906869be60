const IDLE_WAIT_MS = 3_000;

/** Runs `work` once the page is idle, after 3 s at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_WAIT_MS });
  else setTimeout(work);
}
