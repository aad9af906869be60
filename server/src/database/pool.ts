import pg from 'pg';

export type Pool = pg.Pool;
/** A pool, or one client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const INT8_OID = 20;
const POOL_SIZE = 16;
/** A new connection takes some milliseconds on both sides and starts with empty caches. */
const IDLE_LIMIT_MS = 10 * 60_000;
/**
 * A machine that fails does not close its connections. With the system's default of two hours, the database would keep the locks
 * of a lost process that long, and a process would detect the dead connections to a lost database one call at a time.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;
const KEEP_ALIVE_OPTIONS =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Parses 64-bit integers as bigint; the driver's default is string. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8_OID
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The server's connections, in the application's role, which reads the ledger and calls its functions but cannot write to its
 * tables. `asOwner` is for operator commands and the demo seed.
 */
export function createPool(databaseUrl: string, { asOwner = false } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    // Otherwise calls would wait for a frozen database without a limit.
    statement_timeout: asOwner ? 0 : 10_000,
    query_timeout: asOwner ? 0 : 12_000,
    // Otherwise a process that freezes inside a transaction would keep its locks.
    idle_in_transaction_session_timeout: asOwner ? 0 : 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'palier',
    options: asOwner ? KEEP_ALIVE_OPTIONS : `-c role=palier_app ${KEEP_ALIVE_OPTIONS}`,
  });
  // The pool replaces a lost connection and rejects its query. Without a listener, an error of an idle connection or between
  // two statements of a transaction would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Whether the database refused the statement, which then had no effect: SQLSTATE classes of data, integrity, raised exceptions and access. */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|P0|42)/.test(String(error.code));

/** Whether a prepared statement is older than a migration that changed its result type: it fails on its connection from now on. */
export const isOutdatedPlan = (error: Error): boolean => 'code' in error && error.code === '0A000';

/**
 * Like `pool.query`, but keeps the connection when the database refuses the statement. `pool.query` closes it after any error;
 * a new connection needs a login and has no plans. For statements that report refusals by raising.
 */
export function queryKeepingConnection<Row extends pg.QueryResultRow>(
  database: Queryable,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  // A client inside a transaction is released by its caller.
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
    // A dead or busy connection cannot roll back; the database rolls back when the connection is closed.
    isLost =
      error instanceof Error &&
      (/timeout|terminated|ECONNRESET|EPIPE/.test(error.message) || isOutdatedPlan(error));
    if (!isLost) await client.query('rollback').catch(() => (isLost = true));
    throw error;
  } finally {
    client.release(isLost);
  }
}
