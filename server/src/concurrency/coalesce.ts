/**
 * Runs `work` for a key, one run at a time; any number of requests during a run cause one further run. `work`
 * must not reject.
 */
export function coalesce<Key>(work: (key: Key) => Promise<void>): (key: Key) => void {
  const requestedAgain = new Map<Key, boolean>();
  const run = async (key: Key): Promise<void> => {
    do {
      requestedAgain.set(key, false);
      await work(key);
    } while (requestedAgain.get(key) === true);
    requestedAgain.delete(key);
  };
  return (key) => {
    if (requestedAgain.has(key)) requestedAgain.set(key, true);
    else void run(key);
  };
}
