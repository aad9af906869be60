import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { schemaFile } from '../files.js';

const lockKey = 20_261_124;
/** A provider that was killed releases its lock when PostgreSQL notices the closed connection. */
const lockTimeoutMs = 3000;
const lockNotAvailable = '55P03';

export interface Connections {
  readonly read: <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Resolves once the change is committed. */
  readonly write: (sql: string, values: readonly unknown[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Rounds are carried out in memory, so two providers on one database would pay a round twice with different
 * outcomes.
 */
async function takeLock(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    throw new Error('it is in use by another demo provider', { cause: error });
  }
}

/**
 * Connects to the provider's database and applies its schema. All changes go through one connection that
 * holds an advisory lock, so a process without the lock cannot write, even after a restart of PostgreSQL.
 */
export async function openConnections(databaseUrl: string): Promise<Connections> {
  const options = { connectionString: databaseUrl, connectionTimeoutMillis: 5000 };
  const readers = new pg.Pool({ ...options, max: 4 });
  const writerOptions = { ...options, max: 1, idleTimeoutMillis: 0, onConnect: takeLock };
  const writer = new pg.Pool(writerOptions);
  const pools = [readers, writer];
  // The pool replaces a connection that was lost while idle; without a listener the process would end.
  for (const pool of pools) pool.on('error', () => undefined);
  const close = async (): Promise<void> => void (await Promise.all(pools.map((pool) => pool.end())));
  try {
    await writer.query(await readFile(schemaFile, 'utf8'));
  } catch (error) {
    await close();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`The database in PROVIDER_DATABASE_URL cannot be used: ${message || code}`, {
      cause: error,
    });
  }
  return {
    read: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await readers.query<Row>(sql, [...values])).rows,
    write: async (sql, values) => void (await writer.query(sql, [...values])),
    close,
  };
}
