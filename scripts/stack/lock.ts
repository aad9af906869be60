import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '@palier/base/process/process-alive';
import { commandOf } from '@palier/base/process/process-command';
import { CommandError } from '@palier/base/command';

/**
 * The addresses of the database with the logins of the server's connections, of the owner and of release
 * commands.
 */
export interface Logins {
  readonly DATABASE_URL: string;
  readonly OWNER_DATABASE_URL?: string;
  readonly RELEASES_DATABASE_URL?: string;
}

/** The content of a lock file. `pid` holds the data folder. */
export interface LockNote {
  readonly pid: number;
  /** The address that users open. */
  readonly url?: string;
  /** The address at which the server calls the demo provider. */
  readonly providerUrl?: string;
  readonly logins?: Logins;
  /** The number of server processes. */
  readonly processes?: number;
  /** How many rolling restarts there were, and the error of the last one. */
  readonly restarts?: { readonly count: number; readonly fault?: string };
}

const fileOf = (folder: string): string => join(folder, 'palier.lock');

/**
 * Whether a process runs a program of this repository, by its command line, because a process id may be
 * reused. Null: unknown.
 */
function isOwnProcess(pid: number): boolean | null {
  if (pid === process.pid || !isProcessAlive(pid)) return false;
  const command = commandOf(pid);
  if (command !== null) return /scripts[\\/](commands|stack)[\\/]/.test(command);
  return isProcessAlive(pid) ? null : false;
}

/** An unknown process counts as the holder: two servers on one folder are worse than a refused start. */
const isHeldBy = ({ pid }: LockNote): boolean => isOwnProcess(pid) !== false;

function readNote(file: string): LockNote | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockNote;
  } catch {
    return null;
  }
}

/** The note of the running holder, or null. */
export function readLock(folder: string): LockNote | null {
  const note = readNote(fileOf(folder));
  return note !== null && isHeldBy(note) ? note : null;
}

/** Runs `step`. Returns false when `step` fails with `raceCode`, because a concurrent start was first. */
function runUnlessRaced(raceCode: 'ENOENT' | 'EEXIST', step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === raceCode) return false;
    throw error;
  }
}

const writeNote = (file: string, note: LockNote): void =>
  writeFileSync(file, JSON.stringify(note), { mode: 0o600 });

/** Creates the lock atomically; false when the lock exists already. */
function createLock(file: string, note: LockNote): boolean {
  const draft = `${file}.${process.pid}`;
  writeNote(draft, note);
  const isCreated = runUnlessRaced('EEXIST', () => linkSync(draft, file));
  rmSync(draft);
  return isCreated;
}

/** Removes the lock of a killed run. */
function removeStaleLock(file: string): void {
  const moved = `${file}.${process.pid}`;
  if (!runUnlessRaced('ENOENT', () => renameSync(file, moved))) return;
  const note = readNote(moved);
  // The moved lock is live, because a concurrent start created it meanwhile: the lock is put back.
  if (note !== null && isHeldBy(note)) runUnlessRaced('EEXIST', () => linkSync(moved, file));
  rmSync(moved);
}

function alreadyRuns(folder: string, { pid, url }: LockNote): CommandError {
  const where = url === undefined ? '' : ` at ${url}`;
  const doubt =
    isOwnProcess(pid) === null ? ` If process ${pid} is another program, delete ${fileOf(folder)}.` : '';
  return new CommandError(
    `Palier already runs on this data folder${where} (process ${pid}).`,
    `Use it, or stop it first (Ctrl-C in its window, or: kill ${pid}), ` +
      `or choose another folder with DATA_DIR.${doubt}`,
  );
}

export interface Lock {
  note(more: Omit<LockNote, 'pid'>): void;
  release(): void;
}

/** Locks the data folder for this process. Throws a CommandError when the folder is locked. */
export function takeLock(folder: string): Lock {
  const file = fileOf(folder);
  let note: LockNote = { pid: process.pid };
  do {
    const holder = readLock(folder);
    if (holder !== null) throw alreadyRuns(folder, holder);
    removeStaleLock(file);
  } while (!createLock(file, note));
  return {
    note(more) {
      note = { ...note, ...more };
      // Replaced atomically: a reader would take a partial note for a stopped run.
      writeNote(`${file}.new`, note);
      renameSync(`${file}.new`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}
