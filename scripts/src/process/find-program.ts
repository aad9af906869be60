import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where this machine has a program: the file that `variable` names, or in PATH or Debian's folder for services; else null. */
export function findProgram(name: string, variable: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  const candidates = [process.env[variable] ?? '', ...folders.map((folder) => path.join(folder, name))];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}
