import { readStored as readText, writeStored as writeText, type StorageName } from '@palier/shared/session';

/** JSON in a storage that may be refused, full or written by others: what cannot be read is null. */
export function readStored<Value>(storage: StorageName, key: string): Value | null {
  try {
    return JSON.parse(readText(storage, key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export const writeStored = (storage: StorageName, key: string, value: unknown): void =>
  writeText(storage, key, value === null ? null : JSON.stringify(value));
