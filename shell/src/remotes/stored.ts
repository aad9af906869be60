type StorageName = 'localStorage' | 'sessionStorage';

/** JSON in a storage that may be refused, full or written by others: what cannot be read is null. */
export function readStored<Value>(storage: StorageName, key: string): Value | null {
  try {
    const text = window[storage].getItem(key);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

export function writeStored(storage: StorageName, key: string, value: unknown): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
