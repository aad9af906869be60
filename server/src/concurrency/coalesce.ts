/**
 * Runs `work` for a key, one run at a time. However often it is asked for during a run, it runs just once more afterwards.
 * `work` must not reject.
 */
export function coalesce<Key>(work: (key: Key) => Promise<void>): (key: Key) => void {
  const isAskedAgain = new Map<Key, boolean>();
  const run = async (key: Key): Promise<void> => {
    do {
      isAskedAgain.set(key, false);
      await work(key);
    } while (isAskedAgain.get(key) === true);
    isAskedAgain.delete(key);
  };
  return (key) => {
    if (isAskedAgain.has(key)) isAskedAgain.set(key, true);
    else void run(key);
  };
}
