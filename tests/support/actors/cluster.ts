import { rm } from 'node:fs/promises';
import { verifyLedger } from '@palier/server/operator';
import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/stack/postgres/embedded';
import { freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { createPool, type Pool } from '@palier/server/database';
import { startAggregator } from './aggregator';
import { startDemoDatabase } from './demo-database';
import { type ServerProcess, startServerProcess } from './server-process';
import { applicationUrlOf } from '../test-database';

const PASSWORDS: Record<string, string> = { capo: 'Capo1234', superadmin: 'Super1234', admin: 'Admin1234' };
const REGISTRATION_PATHS: Record<string, string> = {
  capo: '/auth/capo/register-super-admin',
  superadmin: '/auth/super-admin/register-admin',
  admin: '/auth/admin/register-client',
};

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: { readonly id: number; readonly balance: number };
}

/** N API processes on one PostgreSQL with the demo's hierarchy, and an aggregator of one game. */
export interface Cluster {
  readonly processes: readonly ServerProcess[];
  readonly database: EmbeddedDatabase;
  /** The data folder: the cluster's files, secrets. */
  readonly folder: string;
  /** The database owner's connections, for statements that no caller may run. */
  readonly owner: Pool;
  /**
   * Starts a process, ready or not. `port`: of a killed process, to replace it; `joins: false`: the process
   * is not in `processes`.
   */
  start(options?: {
    port?: number;
    environment?: Record<string, string>;
    joins?: boolean;
  }): Promise<ServerProcess>;
  /** Starts PostgreSQL again on the same port after it was killed. */
  restartDatabase(): Promise<void>;
  /** Signs in at the first process; the demo's passwords are known. */
  login(username: string, password?: string): Promise<Session>;
  /** Registers a direct child of a demo agent under a new name, with `balance` (TND) from the agent. */
  newChild(
    parent: 'capo' | 'superadmin' | 'admin',
    balance: number,
  ): Promise<{ id: number; username: string }>;
  /** The address of a process; indexes past the last process start again at the first. */
  readonly urlOf: (index: number) => string;
  /** The first row of a query of the owner. */
  readonly readRow: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row>;
  /** TND, read as the owner. */
  balanceOf(username: string): Promise<number>;
  /** Null when the ledger agrees, else the broken rule and its first wrong row. */
  verify(): Promise<string | null>;
  stop(): Promise<void>;
}

/** A running server with the demo's hierarchy, as actors use it: of a cluster, or in the test's process. */
export interface DemoServer extends Pick<
  Cluster,
  'folder' | 'owner' | 'login' | 'newChild' | 'urlOf' | 'readRow' | 'balanceOf'
> {
  readonly processes: readonly Pick<ServerProcess, 'url' | 'log' | 'isRunning' | 'call'>[];
}

/** The password of every account that `newChild` registers. */
export const CHILD_PASSWORD = 'Enfant1234';

export interface ClusterOptions {
  readonly processes?: number;
  readonly environment?: Record<string, string>;
}

/** Of what the processes of a cluster are made. */
interface ProcessSettings {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly providerUrl: string;
  readonly environment: Record<string, string>;
}

function createProcesses(settings: ProcessSettings) {
  const running: ServerProcess[] = [];
  const apart: ServerProcess[] = [];
  const start: Cluster['start'] = async ({ port, environment = {}, joins = true } = {}) => {
    const server = startServerProcess(port ?? (await freePort()), {
      DATABASE_URL: applicationUrlOf(settings.databaseUrl),
      DATA_DIR: settings.folder,
      LOG_LEVEL: 'info',
      PROVIDER_AGENT_TOKEN: 'palier-demo-token',
      PROVIDER_SECRET: 'palier-demo-secret',
      PROVIDER_URL: settings.providerUrl,
      RATE_LIMIT: '0',
      ...settings.environment,
      ...environment,
    });
    const place = running.findIndex(({ url }) => url === server.url);
    if (!joins) apart.push(server);
    else if (place >= 0) running[place] = server;
    else running.push(server);
    return server;
  };
  return {
    running,
    start,
    firstRunning: (): ServerProcess => running.find((server) => server.isRunning())!,
    async killAll(): Promise<void> {
      await Promise.all([...running, ...apart].map((server) => server.kill('SIGKILL')));
    },
  };
}

/** Sessions and new accounts, by calls at the first process that runs. */
export function createAccounts(
  firstRunning: () => Pick<ServerProcess, 'call'>,
  readRow: Cluster['readRow'],
): Pick<Cluster, 'login' | 'newChild'> {
  const sessions = new Map<string, Promise<Session>>();
  let children = 0;
  const login: Cluster['login'] = async (username, password = PASSWORDS[username] ?? CHILD_PASSWORD) => {
    const { status, body } = await firstRunning().call('POST', '/auth/login', {
      body: { username, password },
    });
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(body)}`);
    return body as Session;
  };
  return {
    login,
    async newChild(parent, balance) {
      const session = sessions.get(parent) ?? login(parent);
      sessions.set(parent, session);
      children += 1;
      const username = `faults-${children}-${Date.now().toString(36)}`;
      const { status, body } = await firstRunning().call('POST', REGISTRATION_PATHS[parent]!, {
        token: (await session).accessToken,
        body: { username, password: CHILD_PASSWORD, balance },
      });
      if (status !== 200) throw new Error(`${username} was not created: ${status} ${JSON.stringify(body)}`);
      const { id } = await readRow<{ id: number }>('select id from users where username = $1', [username]);
      return { id, username };
    },
  };
}

export async function startCluster({
  processes: count = 2,
  environment = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = await temporaryFolder();
  let database = await startDemoDatabase(folder);
  const owner = createPool(database.url, { asOwner: true });
  const aggregator = await startAggregator();
  const processes = createProcesses({
    folder,
    databaseUrl: database.url,
    providerUrl: aggregator.url,
    environment,
  });
  const { running, start } = processes;
  const stop = async (): Promise<void> => {
    await processes.killAll();
    await owner.end();
    await database.stop().catch(() => undefined);
    await aggregator.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const readRow: Cluster['readRow'] = async (sql, values = []) =>
    (await owner.query(sql, [...values])).rows[0] as never;

  try {
    for (let index = 0; index < count; index += 1) await start();
    await Promise.all(running.map((server) => server.ready()));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    processes: running,
    get database() {
      return database;
    },
    folder,
    owner,
    start,
    async restartDatabase() {
      const port = Number(new URL(database.url).port);
      database = await startEmbeddedPostgres({ dataDir: folder, port });
    },
    ...createAccounts(processes.firstRunning, readRow),
    urlOf: (index) => running[index % running.length]!.url,
    readRow,
    async balanceOf(username) {
      const sql = 'select balance from accounts where code = $1';
      return Number((await readRow<{ balance: bigint }>(sql, [`user:${username}`])).balance) / 1e6;
    },
    async verify() {
      const fault = await verifyLedger(owner);
      return fault === null ? null : `${fault.rule}: ${fault.row}`;
    },
    stop,
  };
}
