import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program of this machine: `variable` names it, or it is in PATH or /usr/sbin. Null when not found. */
export function findProgram(name: string, variable: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  const candidates = [process.env[variable] ?? '', ...folders.map((folder) => path.join(folder, name))];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}
