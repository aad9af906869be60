import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { joinApplicationRole } from './application-role';
import { refuseOldServer } from './server-version';

const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));
const MIGRATIONS_TABLE = 'palier_migrations';

/**
 * Brings the database to this version's schema, as its owner, who may then take the application's role. Safe when several
 * processes start at once: they wait for each other. Throws when the schema is newer than this version, rather than run on
 * what it does not know.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await onSchema(databaseUrl, async (client, isCurrent) => {
    if (!isCurrent) await runMigrations(client);
    await joinApplicationRole(client);
  });
}

async function runMigrations(client: pg.Client): Promise<void> {
  // A fifth of a start's time goes into loading it, and most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  await runner({
    // A file that comes late with a lower number is run too: two branches number theirs without knowing of each other.
    checkOrder: false,
    dbClient: client,
    dir: MIGRATIONS_DIR,
    migrationsTable: MIGRATIONS_TABLE,
    direction: 'up',
    advisoryLockMode: 'wait',
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

/** Throws when the schema is newer than this version, rather than work on what it does not know. */
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
