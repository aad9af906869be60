type StorageName = 'localStorage' | 'sessionStorage';

/** What the browser would not keep (cookies blocked, full quota), by key: it lives as long as the page. */
const inMemory = new Map<string, string>();

/** JSON in a storage that may be refused, full or written by others: what cannot be read is null. */
export function readStored<Value>(storage: StorageName, key: string): Value | null {
  try {
    const text = inMemory.get(key) ?? window[storage].getItem(key);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

export function writeStored(storage: StorageName, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}
