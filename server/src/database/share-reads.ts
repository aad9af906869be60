import { isSilent } from './unreachable';
import { workTogether } from './work-together';

const MOST_AT_ONCE = 256;
const READERS = 2;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One read of many keys in place of many reads: keys that are asked for while a read is in flight share the next one. No
 * timer and nothing kept: a lone key is read at once, and every key is read after it was asked for, so what it finds is
 * never older than the question. `read` returns a value for each key, in the same order. A database that is silent fails
 * all that wait, or each lot would have to wait for it after the one before.
 */
export function shareReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const queue: Waiting<Key, Value>[] = [];

  async function take(): Promise<void> {
    const batch = queue.splice(0, MOST_AT_ONCE);
    try {
      const values = await read(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      const failed = isSilent(error) ? [...batch, ...queue.splice(0)] : batch;
      failed.forEach(({ reject }) => reject(error));
    }
  }

  const start = workTogether({ workers: READERS, isWaiting: () => queue.length > 0, take });

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      start();
    });
}
