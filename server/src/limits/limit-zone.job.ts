import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../concurrency/run-periodically';
import type { Queryable } from '../database/pool';
import { storeLimitZone } from './protection.repository';

const AGAIN_MS = 60_000;

/** Stores TIME_ZONE for the limits at once, and each minute in case an older process has stored another. */
export function startStoringLimitZone(
  database: Queryable,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeZone: string,
): () => void {
  return runPeriodically(AGAIN_MS, () =>
    storeLimitZone(database, timeZone).catch((error: unknown) =>
      log.warn({ err: error }, 'the zone of limits was not stored'),
    ),
  );
}
