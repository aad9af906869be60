import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive } from '@palier/scripts/process/process-alive';

/** Names the process that made the folder, so that a later run can tell whether it was abandoned. */
const OWNER = 'faults.pid';
const PREFIX = 'palier-faults-';

/** What `mkdtemp` is given for a cluster's folder. */
export const folderPrefix = (within: string): string => path.join(within, PREFIX);

const discards = new Set<() => void>();
let isHooked = false;

/**
 * Calls `discard` when this process ends by itself, by a signal or by an error; it must not wait for anything. The answer
 * takes it back.
 */
export function discardAtEnd(discard: () => void): () => void {
  if (!isHooked) {
    isHooked = true;
    process.once('exit', () => [...discards].forEach((one) => one()));
  }
  discards.add(discard);
  return () => void discards.delete(discard);
}

/** Process ids mean something within their namespace alone: a container that shares the folder has others. */
const namespaceOfPids = (): string => linkOf('/proc/self/ns/pid');

/** Marks the folder as this process's. */
export const claimFolder = (folder: string): void =>
  writeFileSync(path.join(folder, OWNER), `${process.pid} ${namespaceOfPids()}`);

/** Ends every process that lives in the folder (PostgreSQL, API, kits), then removes it. Waits for nothing. */
export function clearFolder(folder: string): void {
  for (let round = 0; round < 20; round += 1) {
    const left = processesOf(folder);
    if (left.length === 0) break;
    for (const pid of left) kill(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Clears what runs that were killed (-9) have left. */
export function clearAbandoned(within: string): void {
  for (const name of readdirSync(within).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(within, name);
    const [pid, namespace] = readText(path.join(folder, OWNER)).split(' ');
    if (namespace === namespaceOfPids() && !isProcessAlive(Number(pid))) clearFolder(folder);
  }
}

/** By working directory, arguments or DATA_DIR; where there is no /proc, by nothing. */
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
    // Gone meanwhile.
  }
}
