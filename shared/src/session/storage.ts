export type StorageName = 'localStorage' | 'sessionStorage';

/**
 * Values that the browser refused to store (blocked, private mode, full); these values are lost with the
 * page.
 */
const inMemory = new Map<string, string>();

/** Reads a value; null when there is none. Never throws, even when the browser refuses access. */
export function readStored(storage: StorageName, key: string): string | null {
  try {
    return inMemory.get(storage + key) ?? window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, in memory when the browser refuses; null removes the value. Never throws. */
export function writeStored(storage: StorageName, key: string, value: string | null): void {
  inMemory.delete(storage + key);
  try {
    // Removed first: when the new value does not fit, a reload must not find the old one.
    window[storage].removeItem(key);
    if (value !== null) window[storage].setItem(key, value);
  } catch {
    if (value !== null) inMemory.set(storage + key, value);
  }
}
