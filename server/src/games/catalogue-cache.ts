const LIFE_MS = 60_000;
/** The pause between two calls of a provider that does not answer. */
const PAUSE_AFTER_FAILURE_MS = 2_000;
const MAX_ANSWERS = 256;

interface Entry<Value> {
  value?: Value;
  failure?: Error;
  /** When to load again, by `performance.now()`. */
  dueAt: number;
}

/**
 * Caches answers for a minute. An older answer is still returned at once while it is reloaded in the background, so that a slow
 * provider delays only the first caller. Concurrent callers share one load. While the provider fails, the last answer is used.
 */
export function createCatalogueCache<Value>(): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  const loading = new Map<string, Promise<Value>>();

  function store(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    if (entries.size >= MAX_ANSWERS) entries.delete(entries.keys().next().value as string);
    entries.set(key, entry);
  }

  async function reload(key: string, ask: () => Promise<Value>): Promise<Value> {
    try {
      const value = await ask();
      store(key, { value, dueAt: performance.now() + LIFE_MS });
      return value;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      store(key, { ...entries.get(key), failure, dueAt: performance.now() + PAUSE_AFTER_FAILURE_MS });
      throw failure;
    }
  }

  return (key, ask) => {
    const known = entries.get(key);
    const isDue = known === undefined || performance.now() >= known.dueAt;
    if (isDue && !loading.has(key)) {
      const question = reload(key, ask).finally(() => loading.delete(key));
      // Handled here too, because callers with a cached answer do not await it.
      question.catch(() => undefined);
      loading.set(key, question);
    }
    if (known?.value !== undefined) return Promise.resolve(known.value);
    if (known?.failure !== undefined && !isDue) return Promise.reject(known.failure);
    return loading.get(key)!;
  };
}
