interface BatchedWork {
  /** How many batches may run at once. */
  readonly workers: number;
  readonly isWaiting: () => boolean;
  /** Takes what waits, as much as goes into one batch, and carries it out. Never rejects. */
  readonly runBatch: () => Promise<void>;
}

/**
 * Carries out work in batches: what is queued while all workers are busy forms the next batch. There is no timer: what is
 * queued in the same turn of the event loop goes together, and a lone piece goes at once. Call the function returned
 * whenever something has been queued.
 */
export function runBatches({ workers, isWaiting, runBatch }: BatchedWork): () => void {
  let active = 0;
  let isStarting = false;

  async function work(): Promise<void> {
    active += 1;
    try {
      while (isWaiting()) await runBatch();
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
