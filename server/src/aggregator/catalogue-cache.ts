const LIFE_MS = 60_000;

/**
 * Remembers answers for a minute; callers that ask at the same time share one question, and while nobody answers the
 * last good answer serves.
 */
export function createCatalogueCache<Value>(): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const answers = new Map<string, { value: Value; askedAt: number }>();
  const asking = new Map<string, Promise<Value>>();
  return (key, ask) => {
    const known = answers.get(key);
    if (known !== undefined && Date.now() - known.askedAt < LIFE_MS) return Promise.resolve(known.value);
    const inFlight = asking.get(key);
    if (inFlight !== undefined) return inFlight;
    const question = ask()
      .then((value) => {
        answers.set(key, { value, askedAt: Date.now() });
        return value;
      })
      .catch((error: unknown) => {
        if (known === undefined) throw error;
        return known.value;
      })
      .finally(() => asking.delete(key));
    asking.set(key, question);
    return question;
  };
}
