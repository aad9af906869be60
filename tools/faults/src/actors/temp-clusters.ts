import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive } from '@palier/scripts/process/process-alive';

/** Contains the pid of the process that created the folder, so that a later run can detect an abandoned folder. */
const OWNER_FILE = 'faults.pid';
const PREFIX = 'palier-faults-';

/** The prefix for `mkdtemp`. */
export const folderPrefix = (within: string): string => path.join(within, PREFIX);

const discards = new Set<() => void>();
let isHooked = false;

/** Calls the synchronous `discard` when this process exits; the returned function cancels this. */
export function discardAtEnd(discard: () => void): () => void {
  if (!isHooked) {
    isHooked = true;
    process.once('exit', () => [...discards].forEach((one) => one()));
  }
  discards.add(discard);
  return () => void discards.delete(discard);
}

/** A pid identifies a process only within its namespace; a container may share the folder with another. */
const namespaceOfPids = (): string => linkOf('/proc/self/ns/pid');

export const claimFolder = (folder: string): void =>
  writeFileSync(path.join(folder, OWNER_FILE), `${process.pid} ${namespaceOfPids()}`);

/** Kills every process that uses the folder (PostgreSQL, API, conformance kit), then removes the folder; synchronous. */
export function clearFolder(folder: string): void {
  for (let round = 0; round < 20; round += 1) {
    const left = processesOf(folder);
    if (left.length === 0) break;
    for (const pid of left) kill(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Removes the folders of runs that were killed (-9). */
export function clearAbandoned(within: string): void {
  for (const name of readdirSync(within).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(within, name);
    const [pid, namespace] = readText(path.join(folder, OWNER_FILE)).split(' ');
    if (namespace === namespaceOfPids() && !isProcessAlive(Number(pid))) clearFolder(folder);
  }
}

/** Processes whose working directory, arguments or DATA_DIR are in the folder; none without /proc. */
function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isProcessAlive(pid))
    .filter(
      (pid) =>
        isInside(folder, linkOf(`/proc/${pid}/cwd`)) ||
        readText(`/proc/${pid}/cmdline`).includes(`${folder}/`) ||
        readText(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${folder}`),
    );
}

const isInside = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(`${folder}/`);

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
