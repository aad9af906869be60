import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isProcessAlive } from '@palier/base/process/process-alive';
import type { Cluster } from './cluster';
import { untilTrue } from '../wait-until';

async function postmasterOf(cluster: Pick<Cluster, 'folder'>): Promise<number> {
  const lock = await readFile(path.join(cluster.folder, 'postgres/postmaster.pid'), 'utf8');
  return Number(lock.split('\n')[0]);
}

/** The postmaster's children: backends, writers, checkpointer. */
export const childrenOf = (pid: number): number[] =>
  (process.platform === 'linux' ? pairsOfProc() : pairsOfPs())
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child);

type Pair = readonly [child: number, parent: number];

/** Reads /proc, because slim images have no `ps`. */
const pairsOfProc = (): Pair[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // "pid (name) state parent …"; the name may contain brackets.
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        return [];
      }
    });

const pairsOfPs = (): Pair[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number) as unknown as Pair);

/** Kills the postmaster and its children at once (-9), like a power failure of the database alone. */
export async function killPostgres(cluster: Cluster): Promise<void> {
  const all = await processesOf(cluster);
  signalAll(all, 'SIGKILL');
  await untilTrue(() => !all.some(isProcessAlive), 2_000);
}

/** Every process of the database, the postmaster first. */
export async function processesOf(cluster: Pick<Cluster, 'folder'>): Promise<number[]> {
  const pid = await postmasterOf(cluster);
  return [pid, ...childrenOf(pid)];
}

export async function signalPostgres(
  cluster: Pick<Cluster, 'folder'>,
  name: 'SIGSTOP' | 'SIGCONT',
): Promise<void> {
  signalAll(await processesOf(cluster), name);
}

/** Signals processes listed earlier, so that the signals follow each other without delay. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended between the listing and the signal.
  }
}
