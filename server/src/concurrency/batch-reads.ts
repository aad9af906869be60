import { isSilent } from '../database/database-errors';
import { runBatches } from './run-batches';

const MOST_AT_ONCE = 256;
const READERS = 2;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads many keys in one statement: keys that are asked for while a read is in flight share the next one. There is no timer
 * and no cache: a lone key is read at once, and every key is read after it was asked for, so an answer is never older than
 * its question. `read` returns a value for each key, in the same order. When the database does not answer, everything that
 * waits fails with it; otherwise each batch would wait for the time-out in its turn.
 */
export function batchReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const queue: Waiting<Key, Value>[] = [];

  async function runBatch(): Promise<void> {
    const batch = queue.splice(0, MOST_AT_ONCE);
    try {
      const values = await read(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      const failed = isSilent(error) ? [...batch, ...queue.splice(0)] : batch;
      failed.forEach(({ reject }) => reject(error));
    }
  }

  const start = runBatches({ workers: READERS, isWaiting: () => queue.length > 0, runBatch });

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      start();
    });
}
