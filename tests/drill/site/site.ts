import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPopulation } from '@palier/test-support/actors/population';
import { createPool } from '@palier/server/database';
import { seedDemo } from '@palier/server/demo/seed';
import { verifyLedger } from '@palier/server/operator';
import { untilServing, type Installation } from '../installation';
import { PASSWORD, readRecipe, RECIPES, startDatabaseCluster } from './database-cluster';
import { createNetwork, mountDisk } from './machine';
import { execute, inRoot, startService, type Service } from './programs';

const HOSTS = '10.20.0.11:5432,10.20.0.12:5432,10.20.0.13:5432';
const POOLER = '127.0.0.1:6432';
const urlOf = (login: string, hosts: string, database = 'palier'): string =>
  `postgresql://${login}:${PASSWORD}@${hosts}/${database}?sslmode=disable`;
const OWNER_URL = urlOf('palier_owner', HOSTS);

/** A service that a drill stops and starts again. */
interface RestartableService {
  kill(): Promise<void>;
  start(): void;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

let isNetworkMade = false;

/**
 * The product on replicated PostgreSQL: two server processes behind HAProxy, one of them behind PgBouncer,
 * with NATS.
 */
export async function startSite({
  installation,
  root,
  folder: parent,
}: {
  readonly installation: Installation;
  readonly root: string;
  readonly folder: string;
}) {
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
  await cp(path.join(fileURLToPath(RECIPES), 'haproxy'), `${root}/etc/haproxy`, { recursive: true });
  const configuration = ['calls.cfg', 'replication.cfg'].flatMap((file) => ['-f', `/etc/haproxy/${file}`]);
  restartable('haproxy', 'haproxy', 'haproxy', '-db', ...configuration);
  const loginLine = await createDatabase(installation);
  await writeFile(`${root}/etc/pgbouncer/pgbouncer.ini`, await readRecipe('pgbouncer.ini'));
  await writeFile(`${root}/etc/pgbouncer/userlist.txt`, loginLine);
  const pooler = restartable('pgbouncer', 'postgres', 'pgbouncer', '/etc/pgbouncer/pgbouncer.ini');
  const nats = restartable('nats', 'postgres', 'nats-server', '-a', '127.0.0.1', '-p', '4222');

  const startServer = (name: string, host: string, databaseUrl: string) => {
    installation.serve(name, {
      HOST: host,
      PORT: '3000',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      NATS_URL: 'nats://127.0.0.1:4222',
      ACCESS_TOKEN_TTL_S: '86400',
    });
    return { name, url: `http://${host}:3000` };
  };
  const servers = [
    startServer('several hosts', '10.20.0.31', urlOf('palier_app', HOSTS)),
    startServer('pooler', '10.20.0.32', urlOf('palier_app', POOLER)),
  ];
  // HAProxy uses no server before its first check.
  const url = 'http://10.20.0.1:8080';
  for (const address of [...servers.map((server) => server.url), url]) await untilServing(address);
  const owner = createPool(OWNER_URL, { asOwner: true });
  return {
    url,
    servers,
    owner,
    database,
    pooler,
    nats,
    population: await createPopulation(url, owner),
    async verify(): Promise<string | null> {
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

/**
 * Creates the logins, the schema and the demo's accounts. Returns PgBouncer's entry for the server's login.
 */
async function createDatabase(installation: Installation): Promise<string> {
  const superuser = createPool(urlOf('postgres', HOSTS, 'postgres'), { asOwner: true });
  try {
    await superuser.query(`create role palier_owner login createrole password '${PASSWORD}'`);
    await superuser.query(
      `create database palier owner palier_owner template template0 encoding 'UTF8'
        locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`,
    );
    await installation.migrate({ OWNER_DATABASE_URL: OWNER_URL, DATABASE_URL: urlOf('palier_app', HOSTS) });
    await seedDemo(OWNER_URL);
    const { rows } = await superuser.query<{ entry: string }>(
      `select format('"%s" "%s"', rolname, rolpassword) as entry from pg_authid where rolname = 'palier_app'`,
    );
    return rows[0]!.entry;
  } finally {
    await superuser.end();
  }
}
