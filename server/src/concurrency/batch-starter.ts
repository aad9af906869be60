interface BatchedWork {
  readonly maxConcurrent: number;
  readonly isWaiting: () => boolean;
  /** Takes one batch from the queue and runs it. Must not reject. */
  readonly runBatch: () => Promise<void>;
}

/**
 * Runs queued work in batches: work queued while `maxConcurrent` batches run forms the next batch. There is
 * no timer: a batch contains what was queued in the same turn of the event loop. Call the returned function
 * after each addition to the queue.
 */
export function createBatchStarter({ maxConcurrent, isWaiting, runBatch }: BatchedWork): () => void {
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
    if (isStarting || active >= maxConcurrent) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      void work();
    });
  };
}
