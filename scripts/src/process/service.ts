import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ROOT } from '../paths';

const STOP_TIMEOUT_MS = 12_000;
const LAST_WORDS_BYTES = 8 * 1024;

interface ServiceOptions {
  readonly title: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly cwd?: string;
  /** Opens a channel for `process.send`; it closes when this process dies, whatever the way. */
  readonly channel?: boolean;
}

/** A long-running program whose output goes to the end of a file of its own: what its forerunner said last stays there. */
export interface Service {
  readonly title: string;
  readonly pid: number;
  readonly logFile: string;
  /** Settles with the exit code, once. */
  readonly ended: Promise<number | null>;
  /** The first message it sends over its channel. */
  readonly message: Promise<unknown>;
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
  lastWords(): Promise<string>;
}

/** Starts a program of this repository; `args` are Node's. */
export const startService = (options: ServiceOptions): Promise<Service> =>
  startProgram(process.execPath, options);

/** Starts any program. */
export async function startProgram(command: string, options: ServiceOptions): Promise<Service> {
  const { title, args, env, logFile, cwd = ROOT, channel = false } = options;
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a');
  const { size: begunAt } = await log.stat();
  // A group of its own: Ctrl-C reaches only the parent, which stops its services in order.
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    // The program writes there itself: it costs this process nothing, and outlives it.
    stdio: ['ignore', log.fd, log.fd, ...(channel ? (['ipc'] as const) : [])],
    detached: process.platform !== 'win32',
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  await log.close();
  const message = new Promise<unknown>((resolve) => child.once('message', resolve));
  return {
    title,
    message,
    pid: child.pid ?? 0,
    logFile,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(impatient);
    },
    kill: () => void child.kill('SIGKILL'),
    async lastWords() {
      const text = await endOf(logFile, begunAt).catch(() => '');
      return text.trim().split('\n').slice(-12).join('\n');
    },
  };
}

/** The last of a file, from `begunAt` on. */
async function endOf(path: string, begunAt: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(begunAt, size - LAST_WORDS_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(LAST_WORDS_BYTES), position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
