import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive } from '../../src/database/process-alive';
import type { Cluster } from '../cluster';

/** The pid of a cluster's postmaster. */
export async function postmasterOf(cluster: Cluster): Promise<number> {
  const lock = await readFile(path.join(cluster.folder, 'postgres/postmaster.pid'), 'utf8');
  return Number(lock.split('\n')[0]);
}

/** The postmaster's children: backends, writers, checkpointer. */
export const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);

/** kill -9 of the postmaster and of all its children at once, as a power cut of the database alone. */
export async function killPostgres(cluster: Cluster): Promise<void> {
  const pid = await postmasterOf(cluster);
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) signal(one, 'SIGKILL');
  for (let tries = 0; tries < 200 && all.some(isProcessAlive); tries += 1) await wait(10);
}

/** Stops or continues every process of the database. */
export async function signalPostgres(cluster: Cluster, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pid = await postmasterOf(cluster);
  for (const one of [pid, ...childrenOf(pid)]) signal(one, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone between the list and the signal.
  }
}
