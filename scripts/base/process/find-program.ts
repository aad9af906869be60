import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The path of a program: the file that the environment variable `variable` names, or without it the program
 * in PATH or /usr/sbin. Null: not found.
 */
export function findProgram(name: string, variable?: string): string | null {
  const named = variable === undefined ? '' : (process.env[variable] ?? '');
  if (named !== '') return existsSync(named) ? named : null;
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}
