import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { untilTrue } from '@palier/faults/wait-until';
import { migrate } from '@palier/server/database/migrate';
import { createPool, type Pool } from '@palier/server/database/pool';
import { seedDemo } from '@palier/server/demo/seed';
import { verifyLedger } from '@palier/server/operator/verify';
import type { Installation } from '../installation';
import { createPopulation, type Population } from '../population';
import { type DatabaseCluster, PASSWORD, readRecipe, startDatabaseCluster } from './database-cluster';
import { createNetwork, mountDisk } from './machine';
import { execute, inRoot, startService, type Service } from './programs';

const PRIMARY = '10.20.0.1:5000';
const OWNER_URL = `postgresql://palier_owner:${PASSWORD}@${PRIMARY}/palier`;
/** The login of the servers, which `migrate` creates. */
const APPLICATION_URL = `postgresql://palier_app:${PASSWORD}@${PRIMARY}/palier`;
const START_LIMIT_MS = 180_000;

/** A service that a drill stops and starts again. */
export interface RestartableService {
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): void;
}

/** The product on replicated PostgreSQL: two server processes behind HAProxy, one of them behind PgBouncer, with NATS. */
export interface Site {
  /** The address that callers use. */
  readonly url: string;
  /** The server processes: the first follows the primary itself, the second uses PgBouncer and HAProxy. */
  readonly servers: readonly { readonly url: string; readonly name: string }[];
  readonly database: DatabaseCluster;
  readonly pooler: RestartableService;
  readonly nats: RestartableService;
  /** The database owner's connections, through HAProxy. */
  readonly owner: Pool;
  /** The accounts whose money the writers move. */
  readonly population: Population;
  /** Null when the ledger is correct, else the broken rule and its first row. */
  verify(): Promise<string | null>;
}

export interface SiteOptions {
  readonly installation: Installation;
  readonly root: string;
  readonly folder: string;
}

let isNetworkMade = false;

export async function startSite({ installation, root, folder: parent }: SiteOptions): Promise<Site> {
  const folder = await mkdtemp(path.join(parent, 'site-'));
  if (!isNetworkMade) await prepareNamespaces(root);
  isNetworkMade = true;
  const restartable = (name: string, user: string, ...command: string[]): RestartableService => {
    let service: Service | undefined;
    const start = (): void => {
      service = startService(inRoot(root, user, ...command), { name, folder });
    };
    start();
    return { start, kill: async (signal) => service?.kill(signal) };
  };
  const database = await startDatabaseCluster(root, folder);
  await database.untilWhole();
  await writeFile(`${root}/etc/haproxy/haproxy.cfg`, await readRecipe('haproxy.cfg'));
  restartable('haproxy', 'haproxy', 'haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg');
  await writeFile(`${root}/etc/pgbouncer/pgbouncer.ini`, await readRecipe('pgbouncer.ini'));
  await writeFile(`${root}/etc/pgbouncer/userlist.txt`, `"palier_app" "${PASSWORD}"\n`);
  const pooler = restartable('pgbouncer', 'postgres', 'pgbouncer', '/etc/pgbouncer/pgbouncer.ini');
  const nats = restartable('nats', 'postgres', 'nats-server', '-a', '127.0.0.1', '-p', '4222');
  await createDatabase();
  await migrate(OWNER_URL, { applicationUrl: APPLICATION_URL });
  await seedDemo(OWNER_URL);

  const startServer = (name: string, host: string, databaseUrl: string) => {
    const env = {
      ...{ HOST: host, PORT: '3000', DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'warn' },
      ...{ JWT_SECRET: 'drill-'.repeat(8) },
      ...{ NATS_URL: 'nats://127.0.0.1:4222', RATE_LIMIT: '0', ACCESS_TOKEN_TTL_S: '86400' },
      ...{ PROVIDER_AGENT_TOKEN: 'palier-demo-token', PROVIDER_SECRET: 'palier-demo-secret' },
    };
    startService(installation.command('serve'), { name, folder, env });
    return { name, url: `http://${host}:3000` };
  };
  const servers = [
    startServer('several hosts', '10.20.0.31', APPLICATION_URL),
    startServer('pooler', '10.20.0.32', APPLICATION_URL),
  ];
  for (const { name, url } of servers)
    if (!(await untilTrue(() => isReady(url), START_LIMIT_MS))) throw new Error(`${name}: not ready`);
  const owner = createPool(OWNER_URL, { asOwner: true });
  const url = 'http://10.20.0.1:8080';
  if (!(await untilTrue(() => isReady(url), START_LIMIT_MS))) throw new Error('HAProxy has no server');
  return {
    ...{ url, servers, database, pooler, nats, owner },
    population: await createPopulation(url, owner),
    async verify() {
      const fault = await verifyLedger(owner);
      return fault === null ? null : `${fault.rule}: ${fault.row}`;
    },
  };
}

/** The network and the mounts that all machines share. */
async function prepareNamespaces(root: string): Promise<void> {
  await createNetwork(['10.20.0.1', '10.20.0.31', '10.20.0.32']);
  if (root !== '/') {
    await execute('mount', '-t', 'proc', 'proc', `${root}/proc`);
    await execute('mount', '--rbind', '/dev', `${root}/dev`);
  }
  await mountDisk('/etc/haproxy', '1m', root, 'root');
  await mountDisk('/etc/pgbouncer', '1m', root, 'root');
}

async function createDatabase(): Promise<void> {
  const superuser = createPool(`postgresql://postgres:${PASSWORD}@${PRIMARY}/postgres`, { asOwner: true });
  try {
    await untilTrue(
      () =>
        superuser.query('select').then(
          () => true,
          () => false,
        ),
      START_LIMIT_MS,
    );
    await superuser.query(`create role palier_owner login createrole password '${PASSWORD}'`);
    await superuser.query('create database palier owner palier_owner');
  } finally {
    await superuser.end();
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
