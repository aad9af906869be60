import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../database/pool';
import { recordJobRun } from './job-run.repository';

const FORGET_EVERY_MS = 5 * 60_000;
const ROWS_AT_ONCE = 1_000;
const TABLES = [
  'idempotency_keys',
  // Before sessions, which are deleted once they have no tokens.
  'refresh_tokens',
  'sessions',
  'login_failures',
  'code_failures',
  'passkey_challenges',
  'known_addresses',
  'journal_entries',
  'game_openings',
  'notices',
  'remote_reports',
] as const;

/**
 * Deletes expired rows: idempotency keys after seven days, sessions and their tokens a day after their
 * expiry, throttle counters, old challenges, addresses, sign-ins and notices after half a year, openings of
 * games after a day, reports about remotes after a week. Returns the number of rows. A failing table is
 * reported to `onFailure` and stops no other. Safe in any number of processes at once.
 */
export async function forgetExpired(
  database: Queryable,
  rowsAtOnce = ROWS_AT_ONCE,
  onFailure: (table: string, error: unknown) => void = rethrow,
): Promise<number> {
  let total = 0;
  for (const table of TABLES) {
    try {
      total += await forgetOldOf(database, table, rowsAtOnce);
    } catch (error) {
      onFailure(table, error);
    }
  }
  return total;
}

async function forgetOldOf(database: Queryable, table: string, rowsAtOnce: number): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await database.query<{ gone: number }>('select forget_expired($1, $2) as gone', [
      table,
      rowsAtOnce,
    ]);
    const gone = rows[0]?.gone ?? 0;
    total += gone;
    if (gone < rowsAtOnce) return total;
  }
}

function rethrow(_table: string, error: unknown): never {
  throw error;
}

/** Deletes expired rows every five minutes until the returned function is called. */
export function startForgetting(
  database: Queryable,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): () => void {
  const forget = async (): Promise<void> => {
    let isWhole = true;
    const rows = await forgetExpired(database, ROWS_AT_ONCE, (table, error) => {
      isWhole = false;
      log.warn({ err: error, table }, 'expired rows not deleted');
    });
    await recordJobRun(database, 'forget_expired', isWhole).catch((error: unknown) =>
      log.warn({ err: error }, 'job run not recorded'),
    );
    if (rows > 0) log.info({ rows }, 'expired rows deleted');
  };
  const timer = setInterval(() => void forget(), FORGET_EVERY_MS).unref();
  return () => clearInterval(timer);
}
