import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPopulation, type Population } from '@palier/faults/actors/population';
import { untilTrue } from '@palier/faults/wait-until';
import { run } from '@palier/scripts/process/run';
import { createPool, type Pool } from '@palier/server/database/pool';
import { seedDemo } from '@palier/server/demo/seed';
import { verifyLedger } from '@palier/server/operator/verify';
import type { Installation } from '../installation';
import { type DatabaseCluster, PASSWORD, readRecipe, startDatabaseCluster } from './database-cluster';
import { createNetwork, mountDisk } from './machine';
import { execute, inRoot, startService, type Service } from './programs';

const HOSTS = '10.20.0.11:5432,10.20.0.12:5432,10.20.0.13:5432';
const POOLER = '127.0.0.1:6432';
const urlOf = (login: string, hosts: string, database = 'palier'): string =>
  `postgresql://${login}:${PASSWORD}@${hosts}/${database}?sslmode=disable`;
const OWNER_URL = urlOf('palier_owner', HOSTS);
const START_LIMIT_MS = 180_000;

/** A service that a drill stops and starts again. */
interface RestartableService {
  kill(): Promise<void>;
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

interface SiteOptions {
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
    return { start, kill: async () => service?.kill() };
  };
  const database = await startDatabaseCluster(root, folder);
  await database.untilWhole();
  await writeFile(`${root}/etc/haproxy/haproxy.cfg`, await readRecipe('haproxy.cfg'));
  restartable('haproxy', 'haproxy', 'haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg');
  const loginLine = await createDatabase(installation);
  await writeFile(`${root}/etc/pgbouncer/pgbouncer.ini`, await readRecipe('pgbouncer.ini'));
  await writeFile(`${root}/etc/pgbouncer/userlist.txt`, loginLine);
  const pooler = restartable('pgbouncer', 'postgres', 'pgbouncer', '/etc/pgbouncer/pgbouncer.ini');
  const nats = restartable('nats', 'postgres', 'nats-server', '-a', '127.0.0.1', '-p', '4222');

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
    startServer('several hosts', '10.20.0.31', urlOf('palier_app', HOSTS)),
    startServer('pooler', '10.20.0.32', urlOf('palier_app', POOLER)),
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

/** Creates the logins, the schema and the demo's accounts. Returns PgBouncer's entry for the server's login. */
async function createDatabase(installation: Installation): Promise<string> {
  const superuser = createPool(urlOf('postgres', HOSTS, 'postgres'), { asOwner: true });
  try {
    await superuser.query(`create role palier_owner login createrole password '${PASSWORD}'`);
    await superuser.query('create database palier owner palier_owner');
    const [palier, ...words] = installation.command('migrate');
    const env = { OWNER_DATABASE_URL: OWNER_URL, DATABASE_URL: urlOf('palier_app', HOSTS) };
    const { code, output } = await run(palier, words, { env });
    if (code !== 0) throw new Error(`migrate: ${output}`);
    await seedDemo(OWNER_URL);
    const { rows } = await superuser.query<{ entry: string }>(
      `select format('"%s" "%s"', rolname, rolpassword) as entry from pg_authid where rolname = 'palier_app'`,
    );
    return rows[0]!.entry;
  } finally {
    await superuser.end();
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
