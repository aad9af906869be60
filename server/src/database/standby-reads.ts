import { setTimeout as wait } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import type { Pool, Queryable } from './pool';

/** Many times what a standby of the same network needs, and hardly noticed by a caller. */
const REPLAYED_WITHIN_MS = 200;
const LOOK_EVERY_MS = 2;
/**
 * After a try that failed or was late, the primary answers all calls for this time, and one call then tries
 * the standby again: each try may last until the time limits of the standby.
 */
const TRY_AGAIN_MS = 2_000;
/** The end of the write-ahead log that this database has: flushed on a primary, replayed on a standby. */
const POSITION_SQL = `select system_identifier as system, pg_is_in_recovery() as is_standby,
    case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
         else pg_current_wal_flush_lsn() end - '0/0' as position
  from pg_control_system()`;

/**
 * `used`: the standby answered. The primary answered because the standby was `late`, or `failed` or is none
 * of this primary.
 */
export type StandbyOutcome = 'used' | 'late' | 'failed';

interface StandbyReadsOptions {
  /** Called after each try, with the time in which the standby got what the primary had. */
  readonly observe: (outcome: StandbyOutcome, waitedSeconds: number) => void;
  /** Called when tries begin to fail. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Reads on a standby that has everything that the primary had committed when the read began, so that users
 * see their own last movement; on the primary otherwise, within the same call. Statements must be of one
 * transaction each, and may run twice.
 */
export function createStandbyReader(
  primary: Queryable,
  standby: Pool,
  { observe, onFailure }: StandbyReadsOptions,
): Queryable {
  /** 0 while tries succeed. */
  let tryAgainAt = 0;
  const query = async (statement: QueryConfig, values?: unknown[]) => {
    if (performance.now() < tryAgainAt) return primary.query(statement, values);
    const isFirstFailure = tryAgainAt === 0;
    if (!isFirstFailure) tryAgainAt = performance.now() + TRY_AGAIN_MS;
    const client = await standby.connect().catch((error: unknown) => error as Error);
    const startedAt = performance.now();
    let failure: Error | undefined;
    try {
      if (client instanceof Error) throw client;
      const isReplayed = await hasReplayed(primary, client);
      observe(isReplayed ? 'used' : 'late', (performance.now() - startedAt) / 1_000);
      if (isReplayed) {
        const result = await client.query(statement, values);
        tryAgainAt = 0;
        return result;
      }
    } catch (error) {
      // The data of the statement are invalid: no fault of the standby, and the primary would refuse them
      // too.
      if (String((error as { code?: unknown }).code).startsWith('22')) throw error;
      failure = error as Error;
      observe('failed', (performance.now() - startedAt) / 1_000);
      if (isFirstFailure) onFailure(error);
    } finally {
      if (!(client instanceof Error)) client.release(failure);
    }
    tryAgainAt = performance.now() + TRY_AGAIN_MS;
    return primary.query(statement, values);
  };
  return { query: query as Queryable['query'] };
}

/**
 * Waits until the standby has what the primary has now. False when it is late; throws when it is no standby
 * of this primary.
 */
async function hasReplayed(primary: Queryable, standby: Queryable): Promise<boolean> {
  let own = await readPosition(standby);
  const { system, position } = await readPosition(primary);
  // A standby cannot be ahead: such a server has another history, as a former primary that was not rewound.
  if (!own.isStandby || own.system !== system || own.position > position)
    throw new Error('STANDBY_DATABASE_URL does not lead to a standby of the primary');
  for (const startedAt = performance.now(); own.position < position; own = await readPosition(standby)) {
    if (!own.isStandby || performance.now() - startedAt > REPLAYED_WITHIN_MS) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

async function readPosition(database: Queryable) {
  const { rows } = await database.query<{ system: bigint; is_standby: boolean; position: string }>(
    POSITION_SQL,
  );
  const { system, is_standby: isStandby, position } = rows[0]!;
  return { system, isStandby, position: BigInt(position) };
}
