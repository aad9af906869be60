import { useEffect, useState } from 'react';

const TICK_MS = 5_000;

/** The monotonic clock of the page, every few seconds. */
export function useMonotonicMs(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
