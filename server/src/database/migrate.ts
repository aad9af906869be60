import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { joinApplicationRole } from './application-role';
import { refuseOldServer } from './server-version';

const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));
const MIGRATIONS_TABLE = 'palier_migrations';
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
export async function migrate(databaseUrl: string): Promise<void> {
  await onSchema(databaseUrl, async (client, isCurrent) => {
    if (!isCurrent) await runMigrations(client);
    await joinApplicationRole(client);
  });
}

async function runMigrations(client: pg.Client): Promise<void> {
  // Loaded only here: it takes a fifth of a start's time, and most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  // Taken here, and by its end given back, since another process may migrate for longer than the limit.
  await client.query("select pg_advisory_lock(hashtext('palier-migrate'))");
  await client.query(`set lock_timeout = '${TABLE_LIMIT}'`);
  await runner({
    // A file that comes late with a lower number is run too: two branches number theirs without knowing of each other.
    checkOrder: false,
    dbClient: client,
    dir: MIGRATIONS_DIR,
    migrationsTable: MIGRATIONS_TABLE,
    direction: 'up',
    noLock: true,
    log: () => undefined,
  });
}

/** Throws unless the database has this version's schema; changes nothing. */
export async function checkSchema(databaseUrl: string): Promise<void> {
  await onSchema(databaseUrl, (_client, isCurrent) => {
    if (!isCurrent)
      throw new Error('La base est vide, ou plus ancienne que cette version : démarrez d’abord le serveur.');
  });
}

/** Throws when the schema is newer than this version, which would not know how to use it. */
async function onSchema(
  databaseUrl: string,
  work: (client: pg.Client, isCurrent: boolean) => Promise<void> | void,
): Promise<void> {
  const known = new Set((await readdir(MIGRATIONS_DIR)).map((file) => file.replace(/\.sql$/, '')));
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await refuseOldServer(client);
    const { rows: present } = await client.query<{ present: boolean }>(
      'select to_regclass($1) is not null as present',
      [MIGRATIONS_TABLE],
    );
    const { rows } =
      present[0]?.present === true
        ? await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`)
        : { rows: [] };
    const unknown = rows.find((row) => !known.has(row.name));
    if (unknown !== undefined)
      throw new Error(
        `La base est plus récente que ce serveur (migration ${unknown.name}) : mettez le serveur à jour.`,
      );
    await work(client, rows.length === known.size);
  } finally {
    await client.end();
  }
}
