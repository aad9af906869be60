/**
 * Runs `work` in `firstAfterMs`, and again `pauseMs` (or the time that it returns) after each end, until the
 * returned function is called, which aborts the signal of `work`. `work` must not throw.
 */
export function runPeriodically(
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<number | void>,
  firstAfterMs = 0,
): () => void {
  const stopping = new AbortController();
  const schedule = (afterMs: number): NodeJS.Timeout => setTimeout(() => void runOnce(), afterMs).unref();
  let timer = schedule(firstAfterMs);
  const runOnce = async (): Promise<void> => {
    const nextAfterMs = await work(stopping.signal);
    if (!stopping.signal.aborted) timer = schedule(nextAfterMs ?? pauseMs);
  };
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
