import type { PoolClient } from 'pg';
import type { Pool } from '../src/database/pool';

/** Runs `work` in a transaction that is rolled back. */
export async function rolledBack<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Runs a statement in an open transaction; the result ends the transaction. */
export async function holdOpen(
  pool: Pool,
  sql: string,
  values: unknown[] = [],
): Promise<(end?: 'commit' | 'rollback') => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(sql, values);
  return async (end = 'rollback') => {
    await client.query(end);
    client.release();
  };
}

/** The rows of a table that the client's open transaction has read. */
export async function countRowsRead(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
       from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return rows[0]?.read ?? 0;
}
