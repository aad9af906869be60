import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { joinApplicationRole } from './application-role';
import { refuseOldServer } from './server-version';

/** Numbered files with functions, triggers, views and rights; tables are in its folder `migrations`. */
const DATABASE_DIR = fileURLToPath(new URL('../../database', import.meta.url));
const MIGRATIONS_TABLE = 'palier_migrations';
/** Every text of the numbered files that was applied, as its hash; the newest is in force. */
const FUNCTIONS_TABLE = 'palier_functions';
/**
 * How long a migration waits for a table that is being read, which a dump does for hours: whatever else needs the table waits
 * behind the migration. Shorter than a statement's time limit (`createPool`), so that those who wait are late but not refused.
 */
const TABLE_LIMIT = '5s';

/**
 * Brings the database to this version's schema, as its owner, who may then take the application's role. Safe when several
 * processes start at once: they wait for each other. Throws when the schema is newer than this version, which would not know
 * how to use it, and when a table to be changed is locked (55P03): the next call goes on from there.
 */
export async function migrate(databaseUrl: string, databaseDir = DATABASE_DIR): Promise<void> {
  await onSchema(databaseUrl, databaseDir, async (client, schema) => {
    if (!(await isCurrent(client, schema))) await bringUpToDate(client, schema);
    await joinApplicationRole(client);
  });
}

/** Throws unless the database has this version's schema; changes nothing. */
export async function checkSchema(databaseUrl: string): Promise<void> {
  await onSchema(databaseUrl, DATABASE_DIR, async (client, schema) => {
    if (!(await isCurrent(client, schema)))
      throw new Error('La base est vide, ou plus ancienne que cette version : démarrez d’abord le serveur.');
  });
}

/** The schema of this version. */
interface Schema {
  readonly migrationsDir: string;
  readonly migrations: readonly string[];
  /** The numbered files, in their order, as one text. */
  readonly functions: string;
  readonly functionsHash: string;
}

async function readSchema(databaseDir: string): Promise<Schema> {
  const migrationsDir = path.join(databaseDir, 'migrations');
  const files = (await readdir(databaseDir)).filter((name) => /^\d\d-.*\.sql$/.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(databaseDir, name), 'utf8')));
  const functions = texts.join('\n');
  return {
    migrationsDir,
    migrations: (await readdir(migrationsDir)).map((name) => name.replace(/\.sql$/, '')),
    functions,
    functionsHash: createHash('sha256').update(functions).digest('hex'),
  };
}

async function onSchema(
  databaseUrl: string,
  databaseDir: string,
  work: (client: pg.Client, schema: Schema) => Promise<void>,
): Promise<void> {
  const schema = await readSchema(databaseDir);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await refuseOldServer(client);
    await work(client, schema);
  } finally {
    await client.end();
  }
}

/** Whether the database has this version's schema; throws when its schema is newer. */
async function isCurrent(client: pg.Client, { migrations, functionsHash }: Schema): Promise<boolean> {
  const applied = await readNames(client, MIGRATIONS_TABLE, 'name');
  const unknown = applied.find((name) => !migrations.includes(name));
  if (unknown !== undefined) throw newerSchema(`migration ${unknown}`);
  const hashes = await readNames(client, FUNCTIONS_TABLE, 'hash');
  // Functions of a version before would serve processes of the newer version, which still run.
  if (hashes.slice(0, -1).includes(functionsHash)) throw newerSchema('fonctions');
  return applied.length === migrations.length && hashes.at(-1) === functionsHash;
}

const newerSchema = (what: string): Error =>
  new Error(`La base est plus récente que ce serveur (${what}) : mettez le serveur à jour.`);

/** A column of a table in the order of `id`; empty when there is no such table. */
async function readNames(client: pg.Client, table: string, column: string): Promise<string[]> {
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

async function bringUpToDate(client: pg.Client, schema: Schema): Promise<void> {
  // Taken without a limit, since another process may migrate for longer; released with the connection.
  await client.query("select pg_advisory_lock(hashtext('palier-migrate'))");
  if (await isCurrent(client, schema)) return;
  await client.query(`set lock_timeout = '${TABLE_LIMIT}'`);
  // Loaded only here: the package takes a fifth of a start's time, and most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  await runner({
    // A file with a lower number that arrives late is run too: two branches number theirs without knowing of each other.
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

/** Applies the numbered files as one transaction; a text that is in force already is left. */
async function applyFunctions(client: pg.Client, { functions, functionsHash }: Schema): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      `create table if not exists ${FUNCTIONS_TABLE} (id int generated always as identity primary key,
         hash text not null unique, applied_at timestamptz not null default now())`,
    );
    const { rowCount } = await client.query(
      `insert into ${FUNCTIONS_TABLE} (hash) values ($1) on conflict do nothing`,
      [functionsHash],
    );
    if (rowCount !== 0) await client.query(functions);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
