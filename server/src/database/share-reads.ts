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
 * never older than the question. `read` returns a value for each key, in the same order.
 */
export function shareReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const queue: Waiting<Key, Value>[] = [];
  let active = 0;
  let isStarting = false;

  function start(): void {
    if (isStarting || active >= READERS) return;
    isStarting = true;
    // What was asked for in the same turn of the event loop goes together.
    setImmediate(() => {
      isStarting = false;
      void drain();
    });
  }

  async function drain(): Promise<void> {
    active += 1;
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_AT_ONCE);
      try {
        const values = await read(batch.map(({ key }) => key));
        batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    active -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      start();
    });
}
