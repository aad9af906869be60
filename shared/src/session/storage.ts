/** The two that a browser has, by its names. */
export type StorageName = 'localStorage' | 'sessionStorage';

/** What the browser would not keep (cookies blocked, private mode, full quota): it lives as long as the page. */
const inMemory = new Map<string, string>();

/** Reads a value; null when there is none. Never throws: a browser may refuse even to name its storage. */
export function readStored(storage: StorageName, key: string): string | null {
  try {
    return inMemory.get(storage + key) ?? window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, in memory where the browser refuses to; null removes it. Never throws. */
export function writeStored(storage: StorageName, key: string, value: string | null): void {
  inMemory.delete(storage + key);
  try {
    // First, so that a value that does not fit leaves no older one to be found after a reload.
    window[storage].removeItem(key);
    if (value !== null) window[storage].setItem(key, value);
  } catch {
    if (value !== null) inMemory.set(storage + key, value);
  }
}
