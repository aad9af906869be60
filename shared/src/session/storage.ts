/** Storage that may be refused (private mode, full quota): a refusal reads as absent and is never thrown. */
export function readStored(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // The session then lives in memory only, which is what a refusing browser asks for.
  }
}
