import { readStored, writeStored, type StorageName } from '@palier/shared/session';

/** The JSON value stored under `key`; null when no value is stored or the value cannot be read. */
export function readJson<Value>(storage: StorageName, key: string): Value | null {
  try {
    return JSON.parse(readStored(storage, key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export const writeJson = (storage: StorageName, key: string, value: unknown): void =>
  writeStored(storage, key, value === null ? null : JSON.stringify(value));
