import { isTimeout } from '../database/database-errors';
import { createBatchStarter } from './batch-starter';

const MAX_BATCH = 256;
const BATCHES_AT_ONCE = 2;

interface WaitingRead<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads many keys in one statement: keys requested during a read share the next one. There is no timer and no
 * cache: a single key is read at once, and no value is older than its request. `read` returns a value for
 * each key, in the same order. When the database does not answer, all queued keys fail too; otherwise each
 * batch would wait for the time limit in turn.
 */
export function batchReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const queue: WaitingRead<Key, Value>[] = [];

  async function runBatch(): Promise<void> {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      const values = await read(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      const failed = isTimeout(error) ? [...batch, ...queue.splice(0)] : batch;
      failed.forEach(({ reject }) => reject(error));
    }
  }

  const start = createBatchStarter({
    maxConcurrent: BATCHES_AT_ONCE,
    isWaiting: () => queue.length > 0,
    runBatch,
  });

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      start();
    });
}
