import assert from 'node:assert/strict';
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from './actors/postgres';
import { program } from '@palier/base/process/program';

/** `npm run dev` builds every package first; a slow machine with nothing cached needs minutes. */
const READY_WITHIN_MS = 240_000;

/** One run of a command of this repository. */
export interface Run {
  readonly child: ChildProcess;
  /** Resolves with the command's exit code. */
  readonly ended: Promise<number | null>;
  /** The output so far. */
  said(): string;
}

/** Processes that tests started and that still run. `endRuns` ends them after a failed test too. */
const running = new Set<ChildProcess>();

/** Runs the file of a command with `environment` and, of this process's variables, PATH alone. */
export function runCommandFile(
  source: string,
  args: readonly string[],
  environment: Record<string, string>,
): Run {
  return track(
    spawn(process.execPath, [...program(source), ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** The run of a process, which `endRuns` ends. */
export function track(child: ChildProcessByStdio<null, Readable, Readable>): Run {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.once('exit', () => running.delete(child));
  return { child, ended, said: () => text };
}

/** Waits until the output has the words. Fails when the command ends before, or after READY_WITHIN_MS. */
export async function untilSaid(run: Run, words: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!run.said().includes(words)) {
    assert.equal(run.child.exitCode, null, run.said());
    assert.ok(Date.now() < deadline, run.said());
    await wait(50);
  }
}

/** Signs in at a server. */
export const signIn = (origin: string, username: string, password: string): Promise<Response> =>
  fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

/** The process ids of the services of the run that holds the folder, and last of PostgreSQL. */
export async function processesOf(folder: string): Promise<number[]> {
  const { pid } = JSON.parse(await readFile(join(folder, 'palier.lock'), 'utf8')) as { pid: number };
  const postmaster = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8');
  return [...childrenOf(pid), Number(postmaster.split('\n')[0])];
}

/** Ends the processes that are left of a test. */
export async function endRuns(): Promise<void> {
  // After a second SIGINT a run ends without waiting for calls under way, and its services end with it.
  for (const child of running) child.kill('SIGINT');
  await wait(running.size === 0 ? 0 : 1_000);
  for (const child of running) child.kill('SIGINT');
  for (let tries = 0; tries < 200 && running.size > 0; tries += 1) await wait(50);
  for (const child of running) child.kill('SIGKILL');
}
