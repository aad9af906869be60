/**
 * Runs `work` for a key, one run at a time. Asking while it runs makes it run once more afterwards, however often it is
 * asked: what nobody has waited for yet is one thing to do, not many. `work` must not reject.
 */
export function runInTurn<Key>(work: (key: Key) => Promise<void>): (key: Key) => void {
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
