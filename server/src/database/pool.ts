import pg from 'pg';
import { isReadOnlyError, proveApplication, proveOwnSession, proveWritable } from './connection-proof';
import { hostAddresses } from './database-address';
import { isConnectionRefusedByHost } from './database-errors';

export type Pool = pg.Pool;
/** A pool, or one client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const INT8_OID = 20;
/** The connections of one server process at most. */
export const POOL_SIZE = 16;
/** Those to a standby, besides. */
const STANDBY_POOL_SIZE = 8;
/** A new connection takes some milliseconds on both sides and starts with empty caches. */
const IDLE_LIMIT_MS = 10 * 60_000;
/**
 * A machine that fails does not close its connections, and the system's default is to detect that after two
 * hours.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Parses 64-bit integers as bigint; the driver's default is string. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8_OID
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Connects to the host that can write, of the hosts of its address, and stays there while new connections
 * succeed.
 */
class PrimaryPool extends pg.Pool {
  readonly #addresses: readonly string[];

  constructor(databaseUrl: string, options: pg.PoolConfig) {
    const addresses = hostAddresses(databaseUrl);
    super({ ...options, connectionString: addresses[0] });
    this.#addresses = addresses;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return this.#tryHosts(callback, this.#addresses.length - 1);
    return new Promise((resolve, reject) => {
      this.connect((error, client) =>
        client === undefined ? reject(error ?? new Error('no connection')) : resolve(client),
      );
    });
  }

  #tryHosts(callback: ConnectCallback, hostsLeft: number): void {
    const tried = this.options.connectionString;
    super.connect((error, client, release) => {
      if (
        error === undefined ||
        hostsLeft === 0 ||
        !(isReadOnlyError(error) || isConnectionRefusedByHost(error))
      )
        return callback(error, client, release);
      // Of several connections that fail at once, only the first moves on to the next host; otherwise hosts
      // would be skipped.
      if (this.options.connectionString === tried) {
        const next = (this.#addresses.indexOf(tried ?? '') + 1) % this.#addresses.length;
        this.options.connectionString = this.#addresses[next];
      }
      this.#tryHosts(callback, hostsLeft - 1);
    });
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * The server's connections. Each one proves that it has the application's role and its time limits, and that
 * it can write, before it is used. `asOwner` is for operator commands and the demo seed: no role to prove, no
 * time limits. `toStandby` is for reads that the primary repeats when the standby is silent.
 */
export function createPool(databaseUrl: string, { asOwner = false, toStandby = false } = {}): Pool {
  /** Made once, for the pool's first connection, because the proof opens a second connection. */
  let sessionProof: Promise<void> | undefined;
  // Above the time limit of the role's statements (`APPLICATION_SETTINGS`), for a database that does not
  // answer.
  const statementLimitMs = toStandby ? 3_000 : 12_000;
  const options: pg.PoolConfig = {
    max: toStandby ? STANDBY_POOL_SIZE : POOL_SIZE,
    types,
    connectionTimeoutMillis: toStandby ? 1_000 : 5_000,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    query_timeout: asOwner ? 0 : statementLimitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'palier',
    // The pool waits for it; its type does not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      if (!asOwner) await proveApplication(client);
      if (toStandby) return;
      await proveWritable(client);
      if (asOwner) return;
      const other = new pg.Client({ ...options, connectionString: pool.options.connectionString });
      sessionProof ??= proveOwnSession(client, other);
      await sessionProof.catch((error: unknown) => {
        sessionProof = undefined;
        throw error;
      });
    },
  };
  const pool = new PrimaryPool(databaseUrl, options);
  // The pool replaces a lost connection and rejects its query. Without a listener, an error of an idle
  // connection or between two statements of a transaction would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Whether the database refused the statement, which then had no effect: SQLSTATE classes of data, integrity,
 * raised exceptions and access.
 */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|P0|42)/.test(String(error.code));

/**
 * Whether a prepared statement is older than a migration that changed its result type: it fails on its
 * connection from now on.
 */
export const isOutdatedPlan = (error: Error): boolean => 'code' in error && error.code === '0A000';

/**
 * Like `pool.query`, but keeps the connection when the database refuses the statement. `pool.query` closes it
 * after any error; a new connection needs a login and has no plans. For statements that report refusals by
 * raising.
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
      (/timeout|terminated|ECONNRESET|EPIPE/.test(error.message) ||
        isOutdatedPlan(error) ||
        isReadOnlyError(error));
    if (!isLost) await client.query('rollback').catch(() => (isLost = true));
    throw error;
  } finally {
    client.release(isLost);
  }
}
