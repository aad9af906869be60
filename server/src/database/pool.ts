import pg from 'pg';

export type Pool = pg.Pool;
/** What a repository needs: a pool, or one client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const INT8 = 20;
const POOL_SIZE = 16;
/** A new connection costs both sides some milliseconds, and begins with empty caches. */
const IDLE_LIMIT_MS = 10 * 60_000;
/**
 * A machine that disappears does not close its connections. With the system's default of two hours, the database would keep the
 * locks and connections of a lost process that long, and a process would find each of its connections to a lost database dead
 * only when a call uses it.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;
const KEEP_ALIVE_OPTIONS =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** 64-bit integers arrive as bigint, never as a rounded number or a string. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The server's connections, in the application's role: it reads the ledger and calls its functions, nothing more.
 * `asOwner` is for operators' chores and the demo's seed.
 */
export function createPool(databaseUrl: string, { asOwner = false } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    // A frozen database must not hold callers for ever (fault scenario “frozen database during callbacks”).
    statement_timeout: asOwner ? 0 : 10_000,
    query_timeout: asOwner ? 0 : 12_000,
    // A process that freezes inside a transaction must not keep its locks (fault scenario “frozen database or process”).
    idle_in_transaction_session_timeout: asOwner ? 0 : 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'palier',
    options: asOwner ? KEEP_ALIVE_OPTIONS : `-c role=palier_app ${KEEP_ALIVE_OPTIONS}`,
  });
  // A connection that dies is replaced by the pool, and its query, if it had one, is told; without a listener its
  // error would end the process: while it idles, and between two statements of a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Whether the database refused the statement by its word, so that nothing of it was done: SQLSTATE classes of data, integrity and raised exceptions. */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|P0|42)/.test(String(error.code));

/** A named statement from before a migration that changed what it returns: it fails on its connection for ever. */
export const isOutdatedPlan = (error: Error): boolean => 'code' in error && error.code === '0A000';

/**
 * One statement, as `pool.query` runs it, whose connection stays when the database refuses the statement: `pool.query`
 * closes it after any error, and a new one has a login before it and no plan. For statements that answer by raising.
 */
export function queryKeepingConnection<Row extends pg.QueryResultRow>(
  database: Queryable,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  // A client inside a transaction is its caller's to keep.
  if (!(database instanceof pg.Pool)) return database.query<Row>(statement);
  return new Promise((resolve, reject) => {
    database.connect((failure, client, release) => {
      if (client === undefined) return reject(failure ?? new Error('no connection'));
      client.query<Row>(statement, (error: Error | null, result) => {
        release(error !== null && !isRefusedStatement(error));
        if (error === null) resolve(result);
        else reject(error);
      });
    });
  });
}

/** Runs `work` in one transaction: committed if it returns, rolled back if it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isLost = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that is dead or still busy cannot roll back; the database does when it closes.
    isLost =
      error instanceof Error &&
      (/timeout|terminated|ECONNRESET|EPIPE/.test(error.message) || isOutdatedPlan(error));
    if (!isLost) await client.query('rollback').catch(() => (isLost = true));
    throw error;
  } finally {
    client.release(isLost);
  }
}
