/** JSON in a storage that may be refused, full or written by others: what cannot be read is null. */
export function readStored<Value>(storage: Storage, key: string): Value | null {
  try {
    const text = storage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
