import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { Fault } from '../fault';

/** Who holds a data folder. `services` are the programs to end when the holder was killed. */
export interface LockNote {
  readonly pid: number;
  readonly port?: number;
  readonly providerPort?: number;
  readonly databaseUrl?: string;
  readonly services?: readonly number[];
  /** How many server processes stand behind the port. */
  readonly processes?: number;
  /** The last rolling restart: how many there were, and why it did not end well. */
  readonly rolled?: { readonly count: number; readonly fault?: string };
}

const fileOf = (folder: string): string => join(folder, 'palier.lock');

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch {
    return '';
  }
}

/** A process number may have been given to another program since: its command line tells. */
const runsOurs = (pid: number): boolean =>
  pid !== process.pid &&
  /(scripts|server|demo-provider)[\\/]src[\\/]|nats-server .*--name palier/.test(commandOf(pid));

/** The note of the live holder, or null when nobody holds the folder. */
export function readLock(folder: string): LockNote | null {
  try {
    const note = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as LockNote;
    return runsOurs(note.pid) ? note : null;
  } catch {
    return null;
  }
}

async function endOrphans(folder: string): Promise<void> {
  let note: LockNote;
  try {
    note = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as LockNote;
  } catch {
    return;
  }
  const orphans = (note.services ?? []).filter(runsOurs);
  for (const pid of orphans) process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 50 && orphans.some(runsOurs); tries += 1) await wait(100);
  for (const pid of orphans.filter(runsOurs)) process.kill(pid, 'SIGKILL');
  rmSync(fileOf(folder), { force: true });
  console.log('  the last run was cut short; its leftovers are cleared');
}

export interface Lock {
  /** Adds to the note that others read. */
  note(more: Omit<LockNote, 'pid'>): void;
  release(): void;
}

/** Takes the data folder for this process; a lock left by a killed run is taken over. */
export async function takeLock(folder: string): Promise<Lock> {
  const holder = readLock(folder);
  if (holder !== null) {
    const where = holder.port === undefined ? '' : ` at http://localhost:${holder.port}`;
    throw new Fault(
      `Palier already runs on this data folder${where} (process ${holder.pid}).`,
      `Use it, or stop it first (Ctrl-C in its window, or: kill ${holder.pid}), or give this one a folder of its own with DATA_DIR.`,
    );
  }
  await endOrphans(folder);
  let note: LockNote = { pid: process.pid };
  const file = fileOf(folder);
  const write = (to: string, flag: 'wx' | 'w'): void =>
    writeFileSync(to, JSON.stringify(note), { mode: 0o600, flag });
  write(file, 'wx');
  return {
    note(more) {
      note = { ...note, ...more };
      // Swapped in whole: whoever reads at this moment would take half a note for a run that has stopped.
      write(`${file}.new`, 'w');
      renameSync(`${file}.new`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}
