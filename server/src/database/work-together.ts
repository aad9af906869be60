interface Work {
  /** How many may be at it at once. */
  readonly workers: number;
  readonly isWaiting: () => boolean;
  /** Takes what waits, as much as goes together. It never rejects. */
  readonly take: () => Promise<void>;
}

/**
 * Has work done that comes in pieces: what comes while all workers are busy goes together as soon as one of them is free.
 * There is no timer; what comes in the same turn of the event loop goes together, a lone piece at once. Call what is
 * returned whenever something has come.
 */
export function workTogether({ workers, isWaiting, take }: Work): () => void {
  let active = 0;
  let isStarting = false;

  async function work(): Promise<void> {
    active += 1;
    try {
      while (isWaiting()) await take();
    } finally {
      active -= 1;
    }
  }

  return () => {
    if (isStarting || active >= workers) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      void work();
    });
  };
}
