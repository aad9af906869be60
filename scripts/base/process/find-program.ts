import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The path of a program: the value of the environment variable `variable`, if one is named, or the program
 * in PATH or /usr/sbin. Null: not found.
 */
export function findProgram(name: string, variable?: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  const candidates = [
    variable === undefined ? '' : (process.env[variable] ?? ''),
    ...folders.map((folder) => path.join(folder, name)),
  ];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}
