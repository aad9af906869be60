import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../database/pool';

const EVERY_MS = 5 * 60_000;
const ROWS_AT_ONCE = 1_000;

/**
 * Deletes what has expired: idempotency keys after seven days, sessions a day after they would have expired, throttle
 * counters, addresses unused for half a year, openings of games after a day. Returns the number of rows. Safe from any number of
 * processes at once.
 */
export async function forgetExpired(database: Queryable, rowsAtOnce = ROWS_AT_ONCE): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await database.query<{ gone: number }>('select forget_expired($1) as gone', [
      rowsAtOnce,
    ]);
    const gone = rows[0]?.gone ?? 0;
    total += gone;
    if (gone < rowsAtOnce) return total;
  }
}

/** Forgets every five minutes until the returned function is called. */
export function startForgetting(
  database: Queryable,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): () => void {
  const timer = setInterval(() => {
    forgetExpired(database)
      .then((rows) => rows > 0 && log.info({ rows }, 'expired rows deleted'))
      .catch((error: unknown) => log.warn({ err: error }, 'expired rows not deleted'));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
