const LIFE_MS = 60_000;
/** While nobody answers, the provider is asked this often and no more. */
const PAUSE_AFTER_FAILURE_MS = 2_000;
const MAX_ANSWERS = 256;

interface Entry<Value> {
  value?: Value;
  failure?: Error;
  /** When to ask again, by `performance.now()`. */
  dueAt: number;
}

/**
 * Remembers answers for a minute. An older one is still given at once, while it is asked for anew behind the caller's
 * back, so that a slow provider makes nobody wait who has seen the list before. Callers that ask at the same time share
 * one question, and while nobody answers the last good answer serves.
 */
export function createCatalogueCache<Value>(): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  const asking = new Map<string, Promise<Value>>();

  function remember(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    if (entries.size >= MAX_ANSWERS) entries.delete(entries.keys().next().value as string);
    entries.set(key, entry);
  }

  async function askAnew(key: string, ask: () => Promise<Value>): Promise<Value> {
    try {
      const value = await ask();
      remember(key, { value, dueAt: performance.now() + LIFE_MS });
      return value;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      remember(key, { ...entries.get(key), failure, dueAt: performance.now() + PAUSE_AFTER_FAILURE_MS });
      throw failure;
    }
  }

  return (key, ask) => {
    const known = entries.get(key);
    const isDue = known === undefined || performance.now() >= known.dueAt;
    if (isDue && !asking.has(key)) {
      const question = askAnew(key, ask).finally(() => asking.delete(key));
      // Somebody may wait for it, or nobody.
      question.catch(() => undefined);
      asking.set(key, question);
    }
    if (known?.value !== undefined) return Promise.resolve(known.value);
    if (known?.failure !== undefined && !isDue) return Promise.reject(known.failure);
    return asking.get(key)!;
  };
}
