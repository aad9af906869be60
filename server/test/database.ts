import type { TestContext } from 'node:test';
import type { PoolClient } from 'pg';
import type { Pool, Queryable } from '../src/database/pool';

/** The first row of a query that has one: without a row, the result is undefined despite its type. */
export async function readRow<Row extends object>(
  database: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<Row> {
  return (await database.query<Row>(sql, values)).rows[0]!;
}

/** The first column of each row of a query. */
export async function readColumn<Value>(
  database: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<Value[]> {
  const { rows } = await database.query<Record<string, Value>>(sql, values);
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** The first column of the first row of a query. */
export const readValue = async <Value>(
  database: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<Value> => (await readColumn<Value>(database, sql, values))[0]!;

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
export const countRowsRead = async (client: PoolClient, table: string): Promise<number> =>
  (await readValue<number | undefined>(
    client,
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
       from pg_stat_xact_user_tables where relname = $1`,
    [table],
  )) ?? 0;

/** The rows that a statement returns and the blocks that it reads. */
export async function costOf(
  database: Queryable,
  sql: string,
  values: unknown[] = [],
): Promise<{ rows: number; blocks: number }> {
  const [{ Plan }] = await readValue<[{ Plan: Record<string, number> }]>(
    database,
    `explain (analyze, buffers, format json) ${sql}`,
    values,
  );
  return { rows: Plan['Actual Rows']!, blocks: Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']! };
}

/** Passes each statement of the pool whose name or text contains `part` to `around`, which runs it. */
export function interceptStatements(
  context: TestContext,
  pool: Pool,
  part: string,
  around: (run: () => Promise<unknown>, text: string) => Promise<unknown>,
): void {
  const { query } = pool;
  context.mock.method(pool, 'query', (...args: Parameters<typeof query>) => {
    const run = () => query.apply(pool, args) as unknown as Promise<unknown>;
    const statement = args[0] as string | { readonly name?: string; readonly text: string };
    const text = typeof statement === 'string' ? statement : `${statement.name ?? ''} ${statement.text}`;
    return text.includes(part) ? around(run, text) : run();
  });
}

/** Counts the statements that contain `part`, and those that run at the same time. */
export function countStatements(context: TestContext, pool: Pool, part: string) {
  const counts = { all: 0, running: 0, most: 0 };
  interceptStatements(context, pool, part, async (run) => {
    counts.all += 1;
    counts.most = Math.max(counts.most, (counts.running += 1));
    return run().finally(() => (counts.running -= 1));
  });
  return counts;
}
