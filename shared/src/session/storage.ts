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

/** Begins the names of values in session storage that `removeValuesOfSession` removes at the sign-out. */
const OF_SESSION = 'palier.of-session.';

/** Removes what belongs to the session that has ended. Never throws. */
export function removeValuesOfSession(): void {
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(OF_SESSION)) window.sessionStorage.removeItem(key);
  } catch {
    // The browser refuses its storage: values are in memory.
  }
  for (const key of inMemory.keys()) if (key.startsWith(`sessionStorage${OF_SESSION}`)) inMemory.delete(key);
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
