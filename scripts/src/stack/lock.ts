import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { isProcessAlive } from '../process/process-alive';
import { commandOf } from '../process/process-command';
import { CommandError } from '../command';

/** Who holds a data folder. `services` are the programs to end when the holder was killed. */
export interface LockNote {
  readonly pid: number;
  /** Where it is opened. */
  readonly url?: string;
  /** Where its demo provider is called. */
  readonly providerUrl?: string;
  readonly databaseUrl?: string;
  readonly services?: readonly number[];
  /** How many server processes stand behind the port. */
  readonly processes?: number;
  /** The last rolling restart: how many there were, and why it did not end well. */
  readonly rolled?: { readonly count: number; readonly fault?: string };
}

const fileOf = (folder: string): string => join(folder, 'palier.lock');

/** Whether a process is one of this repository, by its command line: its number may belong to another program by now. Null: unknown. */
function isOurs(pid: number): boolean | null {
  if (pid === process.pid || !isProcessAlive(pid)) return false;
  const command = commandOf(pid);
  if (command !== null)
    return /(scripts|server|demo-provider)[\\/](src|dist)[\\/]|nats-server .*--name palier/.test(command);
  return isProcessAlive(pid) ? null : false;
}

/** In doubt the folder is held: taking it from a run that lives costs more than a message too many. */
const holds = ({ pid }: LockNote): boolean => isOurs(pid) !== false;

function readNote(file: string): LockNote | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockNote;
  } catch {
    return null;
  }
}

/** The note of the live holder, or null when nobody holds the folder. */
export function readLock(folder: string): LockNote | null {
  const note = readNote(fileOf(folder));
  return note !== null && holds(note) ? note : null;
}

/** Runs a step on files; false when it fails with `code`, which another start brings about that was faster. */
function unless(code: 'ENOENT' | 'EEXIST', step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

const writeNote = (file: string, note: LockNote): void =>
  writeFileSync(file, JSON.stringify(note), { mode: 0o600 });

/** Makes the lock, whole from its first moment; false when there is one. */
function makeLock(file: string, note: LockNote): boolean {
  const draft = `${file}.${process.pid}`;
  writeNote(draft, note);
  const isMade = unless('EEXIST', () => linkSync(draft, file));
  rmSync(draft);
  return isMade;
}

/** Takes the lock of a killed run away, and returns its note. Null when there is none. */
function takeStale(file: string): LockNote | null {
  const aside = `${file}.${process.pid}`;
  if (!unless('ENOENT', () => renameSync(file, aside))) return null;
  const note = readNote(aside);
  const isLive = note !== null && holds(note);
  // Since it was looked at, another start has put its own there: that one gets it back.
  if (isLive) unless('EEXIST', () => linkSync(aside, file));
  rmSync(aside);
  return isLive ? null : note;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function endServices(pids: readonly number[]): Promise<void> {
  const orphans = pids.filter((pid) => isOurs(pid) === true);
  const left = (): number[] => orphans.filter((pid) => isOurs(pid) === true);
  for (const pid of orphans) send(pid, 'SIGTERM');
  for (let tries = 0; tries < 50 && left().length > 0; tries += 1) await wait(100);
  for (const pid of left()) send(pid, 'SIGKILL');
  console.log('  the last run was cut short; its leftovers are cleared');
}

function alreadyRuns(folder: string, { pid, url }: LockNote): CommandError {
  const where = url === undefined ? '' : ` at ${url}`;
  const doubt =
    isOurs(pid) === null ? ` If process ${pid} is another program, delete ${fileOf(folder)}.` : '';
  return new CommandError(
    `Palier already runs on this data folder${where} (process ${pid}).`,
    `Use it, or stop it first (Ctrl-C in its window, or: kill ${pid}), or give this one a folder of its own with DATA_DIR.${doubt}`,
  );
}

export interface Lock {
  /** Adds to the note that others read. */
  note(more: Omit<LockNote, 'pid'>): void;
  release(): void;
}

/** Takes the data folder for this process; a lock left by a killed run is taken over. Throws a CommandError when it is held. */
export async function takeLock(folder: string): Promise<Lock> {
  const file = fileOf(folder);
  let note: LockNote;
  let stale: LockNote | null = null;
  do {
    const holder = readLock(folder);
    if (holder !== null) throw alreadyRuns(folder, holder);
    stale = takeStale(file) ?? stale;
    // Its services are named until they have ended: should this start be killed too, the next one ends them.
    note = { pid: process.pid, services: stale?.services ?? [] };
  } while (!makeLock(file, note));
  if (stale !== null) await endServices(stale.services ?? []);
  return {
    note(more) {
      note = { ...note, ...more };
      // Swapped in whole: whoever reads at this moment would take half a note for a run that has stopped.
      writeNote(`${file}.new`, note);
      renameSync(`${file}.new`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}
