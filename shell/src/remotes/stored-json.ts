import { readStored, writeStored, type StorageName } from '@palier/shared/session';

/** JSON in a storage that may be refused, full or written by others: what cannot be read is null. */
export function readJson<Value>(storage: StorageName, key: string): Value | null {
  try {
    return JSON.parse(readStored(storage, key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export const writeJson = (storage: StorageName, key: string, value: unknown): void =>
  writeStored(storage, key, value === null ? null : JSON.stringify(value));
