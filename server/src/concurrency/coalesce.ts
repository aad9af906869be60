/** Runs `work` for a key, one run at a time; any number of requests during a run cause one further run. `work` must not reject. */
export function coalesce<Key>(work: (key: Key) => Promise<void>): (key: Key) => void {
  const isRequestedAgain = new Map<Key, boolean>();
  const run = async (key: Key): Promise<void> => {
    do {
      isRequestedAgain.set(key, false);
      await work(key);
    } while (isRequestedAgain.get(key) === true);
    isRequestedAgain.delete(key);
  };
  return (key) => {
    if (isRequestedAgain.has(key)) isRequestedAgain.set(key, true);
    else void run(key);
  };
}
