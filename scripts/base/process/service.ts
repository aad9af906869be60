import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths';

const STOP_TIMEOUT_MS = 12_000;
/** Logs contain addresses of callers: other accounts of the machine may not read them. */
const LOG_MODE = 0o640;
const LAST_LOG_BYTES = 8 * 1024;
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/base/process/end-with-parent.mjs')).href;

interface ServiceOptions {
  readonly title: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly cwd?: string;
  /**
   * The program uses its channel: it may send a message, and ends in its own way when the channel closes. Any
   * other program ends at once when this process ends, also when this process is killed.
   */
  readonly usesChannel?: boolean;
}

/** A long-running program. Its output is appended to its log file, so the log of an earlier run stays. */
export interface Service {
  readonly title: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** The first message that the program sends over its channel. */
  readonly message: Promise<unknown>;
  stop(): Promise<void>;
  kill(): void;
  lastLogLines(): Promise<string>;
}

/** Starts a program of this repository; `args` are Node's. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { title, args, env, logFile, cwd = ROOT, usesChannel = false } = options;
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a', LOG_MODE);
  const { size: begunAt } = await log.stat();
  // Detached: Ctrl-C reaches only this process, which stops its services in order.
  const preloaded = usesChannel ? [] : ['--import', END_WITH_PARENT];
  const child: ChildProcess = spawn(process.execPath, [...preloaded, ...args], {
    cwd,
    env: { ...process.env, ...env },
    // The program writes to the file directly, also after this process has ended.
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
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
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(killTimer);
    },
    kill: () => void child.kill('SIGKILL'),
    async lastLogLines() {
      const text = await endOf(logFile, begunAt).catch(() => '');
      return text.trim().split('\n').slice(-12).join('\n');
    },
  };
}

/** The last LAST_LOG_BYTES of a file, and nothing before `begunAt`. */
async function endOf(path: string, begunAt: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(begunAt, size - LAST_LOG_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(LAST_LOG_BYTES), position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
