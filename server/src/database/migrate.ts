import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { prepareRoles, type LoginAddresses } from './application-role';
import { createPool, type Pool } from './pool';
import { replaceFunctions } from './replace-functions';
import { refuseOldServer } from './server-version';

/**
 * The folder of the numbered files with functions, triggers, views and rights. Its folder `migrations`
 * creates the tables.
 */
const DATABASE_DIR = fileURLToPath(new URL('../../database', import.meta.url));
const MIGRATIONS_TABLE = 'palier_migrations';
/** The hash of each applied text of the numbered files; the newest is in force. */
const FUNCTIONS_TABLE = 'palier_functions';
/** Applied by every migration, because roles and their rights are not part of a restored backup. */
const RIGHTS_FILE = '11-rights.sql';
/**
 * How long a migration waits for a table lock, which a dump holds for hours: statements on the table queue
 * behind the migration. Shorter than the time limit of statements (`createPool`), so that queued statements
 * are late but not refused.
 */
const LOCK_TIMEOUT = '5s';

/**
 * Migrates the database to this version's schema, as its owner, and prepares the logins, of which a new one
 * gets the password of its address. Processes that start at once wait for each other. Throws when the schema
 * is newer than this version, and when a table to be changed is locked (55P03); the next call then continues
 * with that migration.
 */
export async function migrate(
  ownerUrl: string,
  { databaseDir = DATABASE_DIR, ...logins }: LoginAddresses & { databaseDir?: string } = {},
): Promise<void> {
  const schema = await readSchema(databaseDir);
  const pool = createPool(ownerUrl, { asOwner: true });
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    await refuseOldServer(client);
    // Without a time limit, because another process may be migrating; released with the connection.
    await client.query("select pg_advisory_lock(hashtext('palier-migrate'))");
    if (!(await isCurrent(client, schema))) await bringUpToDate(client, schema);
    await inOneTransaction(client, () => prepareRoles(client, schema.rights, logins));
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Throws unless the database has this version's schema; changes nothing. */
export async function checkSchema(pool: Pool): Promise<void> {
  const schema = await readSchema(DATABASE_DIR);
  const client = await pool.connect();
  try {
    await refuseOldServer(client);
    if (!(await isCurrent(client, schema)))
      throw new Error('The database is empty, or older than this version: run palier migrate first.');
  } finally {
    client.release();
  }
}

/** The schema of this version. */
interface Schema {
  readonly migrationsDir: string;
  readonly migrations: readonly string[];
  /** The numbered files without the rights, in their order, as one text. */
  readonly functions: string;
  readonly functionsHash: string;
  readonly rights: string;
}

async function readSchema(databaseDir: string): Promise<Schema> {
  const migrationsDir = path.join(databaseDir, 'migrations');
  const files = (await readdir(databaseDir)).filter((name) => /^\d\d-.*\.sql$/.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(databaseDir, name), 'utf8')));
  const rights = files.indexOf(RIGHTS_FILE);
  const functions = texts.toSpliced(rights, 1).join('\n');
  return {
    migrationsDir,
    migrations: (await readdir(migrationsDir)).map((name) => name.replace(/\.sql$/, '')),
    functions,
    functionsHash: createHash('sha256').update(texts.join('\n')).digest('hex'),
    rights: texts[rights] ?? '',
  };
}

/** Whether the database has this version's schema; throws when its schema is newer. */
async function isCurrent(client: pg.ClientBase, { migrations, functionsHash }: Schema): Promise<boolean> {
  const applied = await readNames(client, MIGRATIONS_TABLE, 'name');
  const unknown = applied.find((name) => !migrations.includes(name));
  if (unknown !== undefined) throw newerSchema(`migration ${unknown}`);
  const hashes = await readNames(client, FUNCTIONS_TABLE, 'hash');
  // Processes of the newer version may still run; older functions must not replace theirs.
  if (hashes.slice(0, -1).includes(functionsHash)) throw newerSchema('functions');
  return applied.length === migrations.length && hashes.at(-1) === functionsHash;
}

const newerSchema = (cause: string): Error =>
  new Error(`The database is newer than this server (${cause}): update the server.`);

/** A column of a table in the order of `id`; empty when there is no such table. */
async function readNames(client: pg.ClientBase, table: string, column: string): Promise<string[]> {
  const { rows: present } = await client.query<{ present: boolean }>(
    'select to_regclass($1) is not null as present',
    [table],
  );
  if (present[0]?.present !== true) return [];
  const { rows } = await client.query<{ value: string }>(
    `select ${column} as value from ${table} order by id`,
  );
  return rows.map(({ value }) => value);
}

async function bringUpToDate(client: pg.ClientBase, schema: Schema): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  // Imported only here: the import takes a fifth of the start-up time, and most starts migrate nothing.
  const { runner } = await import('node-pg-migrate');
  await runner({
    // Also runs files with a lower number than applied ones: branches number their files independently.
    checkOrder: false,
    dbClient: client,
    dir: schema.migrationsDir,
    migrationsTable: MIGRATIONS_TABLE,
    direction: 'up',
    noLock: true,
    log: () => undefined,
  });
  await applyFunctions(client, schema);
}

/** Applies the numbered files in one transaction, unless their text is already in force. */
const applyFunctions = (client: pg.ClientBase, { functions, functionsHash }: Schema): Promise<void> =>
  inOneTransaction(client, async () => {
    await client.query(
      `create table if not exists ${FUNCTIONS_TABLE} (id int generated always as identity primary key,
         hash text collate "C" not null unique, applied_at timestamptz not null default now())`,
    );
    const { rowCount } = await client.query(
      `insert into ${FUNCTIONS_TABLE} (hash) values ($1) on conflict do nothing`,
      [functionsHash],
    );
    if (rowCount === 0) return;
    await replaceFunctions(client, functions);
    await client.query(functions);
  });

async function inOneTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
