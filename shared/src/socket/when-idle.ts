const IDLE_WAIT_MS = 3_000;
/** Who types or presses goes on with it within this time. */
const INPUT_PAUSE_MS = 500;

let lastInputAt = -Infinity;
for (const type of ['keydown', 'pointerdown'])
  window.addEventListener(type, () => (lastInputAt = performance.now()), { capture: true, passive: true });

/** Runs `work` once the page is idle and nobody types or presses, after some 3 s at the latest. */
export function whenIdle(work: () => void): void {
  const latest = performance.now() + IDLE_WAIT_MS;
  const runUnlessInput = (): void => {
    const now = performance.now();
    if (now - lastInputAt < INPUT_PAUSE_MS && now < latest) setTimeout(askForIdleTime, INPUT_PAUSE_MS);
    else work();
  };
  const askForIdleTime = (): void => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(runUnlessInput, { timeout: Math.max(0, latest - performance.now()) });
    else setTimeout(runUnlessInput);
  };
  askForIdleTime();
}
