const IDLE_WAIT_MS = 3_000;
/** Who types or presses goes on with it within this time. */
const INPUT_PAUSE_MS = 500;

/** Runs `work` once the page is idle, after 3 s at the latest. */
export function whenIdle(work: () => void, waitMs = IDLE_WAIT_MS): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: waitMs });
  else setTimeout(work);
}

let lastInputAt = -Infinity;
for (const type of ['keydown', 'pointerdown'])
  window.addEventListener(type, () => (lastInputAt = performance.now()), { capture: true, passive: true });

/**
 * For work that prepares a later screen. A person who types or presses would feel it as a stutter, so it
 * waits until the page is idle and half a second passes without either. It waits for 3 s at most.
 */
export function whenInputPauses(work: () => void): void {
  const latest = performance.now() + IDLE_WAIT_MS;
  const runUnlessInput = (): void => {
    const now = performance.now();
    if (now - lastInputAt < INPUT_PAUSE_MS && now < latest) setTimeout(askForIdleTime, INPUT_PAUSE_MS);
    else work();
  };
  const askForIdleTime = (): void => whenIdle(runUnlessInput, Math.max(0, latest - performance.now()));
  askForIdleTime();
}
