import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { embeddedSettings } from '@palier/stack/postgres/embedded-settings';
import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/stack/postgres/embedded';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { applicationRoleOf, createPool, migrate, releasesRoleOf } from '@palier/server/database';
import { seedDemo } from '@palier/server/demo/seed';

/** The content of a test database: nothing, the schema alone, or the schema with the demo's hierarchy. */
type TestContent = 'empty' | 'schema' | 'demo';

/**
 * Tests need no durability; crash scenarios start their own cluster. Small buffers and no autovacuum spare
 * processor for many small databases.
 */
const SETTINGS = {
  ...embeddedSettings(),
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  autovacuum: 'off',
  max_connections: '300',
};

/** Starts a PostgreSQL with one template database per content. */
export async function startTestPostgres(folder: string): Promise<EmbeddedDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS });
  await runAsOwner(postgres.url, 'create database schema');
  await migrate(urlOf(postgres.url, 'schema'));
  await runAsOwner(postgres.url, 'create database demo template schema');
  await seedDemo(urlOf(postgres.url, 'demo'));
  return postgres;
}

export interface TestDatabase {
  /** The address with the login of the owner. */
  readonly url: string;
  /** The address with the login of the server's connections. */
  readonly applicationUrl: string;
  /** The address with the login of release commands. */
  readonly releasesUrl: string;
  /** A data folder beside the database. */
  readonly folder: string;
  drop(): Promise<void>;
}

/**
 * Creates a database from a template on the PostgreSQL of TEST_POSTGRES_URL, which all test files of a run
 * share; without the variable, on a new PostgreSQL.
 */
export async function createTestDatabase(content: TestContent): Promise<TestDatabase> {
  const folder = await temporaryFolder();
  const shared = process.env.TEST_POSTGRES_URL;
  const own = shared === undefined ? await startTestPostgres(folder) : null;
  const server = shared ?? own!.url;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const isEmpty = content === 'empty';
  // Copied as files: by default each block of the template passes through the buffers and the write-ahead
  // log.
  const template = isEmpty ? 'template1' : content;
  await runAsOwner(server, `create database ${name} template ${template} strategy file_copy`);
  const url = urlOf(server, name);
  const applicationUrl = applicationUrlOf(url);
  const releasesUrl = releasesUrlOf(url);
  if (!isEmpty) await migrate(url, { applicationUrl, releasesUrl });
  return {
    url,
    applicationUrl,
    releasesUrl,
    folder,
    async drop() {
      if (own === null) {
        await runAsOwner(server, `drop database ${name} with (force)`);
        const roles = [applicationRoleOf(name), releasesRoleOf(name)].join(', ');
        await runAsOwner(server, `drop role if exists ${roles}`);
      } else await own.stop();
      await rm(folder, {
        recursive: true,
        force: true,
      });
    },
  };
}

/** The address of a database with the login that `migrate` makes for the server, and a password for tests. */
export function applicationUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const username = applicationRoleOf(url.pathname.slice(1));
  return Object.assign(url, { username, password: 'application' }).href;
}

/** The address of a database with the login that `migrate` makes for release commands. */
export function releasesUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const username = releasesRoleOf(url.pathname.slice(1));
  return Object.assign(url, { username, password: 'releases' }).href;
}

const urlOf = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function runAsOwner(url: string, statement: string): Promise<void> {
  const pool = createPool(url, { asOwner: true });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
