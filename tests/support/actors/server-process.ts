import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '@palier/base/process/program';
import { parseJson } from './raw-http';

const SERVER = program('server/src/main.ts');
const START_PATIENCE_MS = 120_000;

/** Ended with this process, when a test broke off. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text when the text is not JSON. */
  readonly body: unknown;
}

/** One API process, as an operator runs it. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Every line of the process's log so far, without empty lines. */
  readonly log: readonly string[];
  /** True until the process has ended. */
  isRunning(): boolean;
  /** Resolves when /readyz answers 200; rejects when the process ends first or after 120 s. */
  ready(): Promise<void>;
  /**
   * Sends a signal; resolves at the end of the process with its exit code, or null when the signal itself
   * ended the process.
   */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** A call under /api/v1 (or /gold_api); throws when the connection is lost. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<ServerAnswer>;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Starts `server/src/main.ts` on a given port and does not wait until the server is ready. */
export function startServerProcess(port: number, environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, SERVER, {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => void (line !== '' && log.push(line)));
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    pid: child.pid!,
    log,
    isRunning,
    async ready() {
      const deadline = Date.now() + START_PATIENCE_MS;
      while (Date.now() < deadline) {
        if (!isRunning()) throw new Error(`The server ended before it was ready:\n${lastLines(log)}`);
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
        if (answer?.status === 200) return;
        await wait(25);
      }
      throw new Error(`The server was not ready after 120 s:\n${lastLines(log)}`);
    },
    kill(signal) {
      if (isRunning()) child.kill(signal);
      return ended;
    },
    call: callAt(url),
  };
}

/** Calls of a server at this address; each throws when the connection is lost. */
export const callAt =
  (url: string): ServerProcess['call'] =>
  async (method, path, { token, body, headers = {}, timeoutMs = 15_000 } = {}) => {
    const answer = await fetch(path.startsWith('/gold_api') ? url + path : `${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    const json = parseJson(text);
    return { status: answer.status, headers: answer.headers, body: json === undefined ? text : json };
  };

/** The last ten lines of a log, without those of stacks, which would hide the error's message. */
const lastLines = (log: readonly string[]): string =>
  log
    .filter((line) => !/^ {4}at /.test(line))
    .slice(-10)
    .join('\n');

export const portOf = (url: string): number => Number(new URL(url).port);
