/** The browser's two storages, by the names of their properties of `window`. */
export type StorageName = 'localStorage' | 'sessionStorage';

/** Values that the browser refused to keep (cookies blocked, private mode, full quota): they live as long as the page. */
const inMemory = new Map<string, string>();

/** Reads a value; null when there is none. Never throws, although a browser may refuse all access to its storage. */
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
