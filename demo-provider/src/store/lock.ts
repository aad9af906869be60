import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginningOf, isRunning } from './running-process.js';

/** The process that writes the book of a folder. */
interface Holder {
  readonly pid: number;
  readonly beganAt: string | null;
}

export interface Lock {
  release(): Promise<void>;
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** In doubt the book is held: two writers would spoil it, a message too many spoils nothing. */
function holds({ pid, beganAt }: Holder): boolean {
  if (!isRunning(pid)) return false;
  const began = beginningOf(pid);
  return began === null || beganAt === null || began === beganAt;
}

/** Runs a step on files; false when it fails with `code`, which another start brings about that was faster. */
async function unless(code: 'ENOENT' | 'EEXIST', step: Promise<void>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

/** Makes the lock, whole from its first moment; false when there is one. */
async function makeLock(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${holder.pid}`;
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
    return await unless('EEXIST', link(draft, file));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Takes the lock of a process that has ended away. */
async function clearStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  if (!(await unless('ENOENT', rename(file, aside)))) return;
  const holder = await readHolder(aside);
  // Since it was looked at, another start has put its own there: that one gets it back.
  if (holder !== null && holds(holder)) await unless('EEXIST', link(aside, file));
  await rm(aside);
}

/**
 * Takes the book of a folder for this process; a lock left by one that was killed is taken over. Throws when another
 * process writes it.
 */
export async function lockBook(folder: string): Promise<Lock> {
  const file = join(folder, 'rounds.lock');
  const own = { pid: process.pid, beganAt: beginningOf(process.pid) };
  while (!(await makeLock(file, own))) {
    const holder = await readHolder(file);
    if (holder !== null && holds(holder)) throw new Error(refusal(folder, file, holder));
    await clearStale(file);
  }
  return { release: () => rm(file, { force: true }) };
}

function refusal(folder: string, file: string, { pid, beganAt }: Holder): string {
  const doubt =
    beganAt === null || beginningOf(pid) === null
      ? ` If process ${pid} is another program, delete ${file}.`
      : '';
  return `Another demo provider (process ${pid}) writes the book in ${folder}.\nStop it first, or give this one a folder of its own with DATA_DIR.${doubt}`;
}
