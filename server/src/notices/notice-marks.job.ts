import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../concurrency/run-periodically';
import type { Queryable } from '../database/pool';

const COMPARE_EVERY_MS = 2_000;

/**
 * Compares balances and movements with the marks of their users every two seconds, until the returned
 * function is called. In the ledger's transactions the comparison would cost every stake and transfer.
 */
export function startComparingMarks(database: Queryable, log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  return runPeriodically(COMPARE_EVERY_MS, async () => {
    await database
      .query('select write_notices_of_marks()')
      .catch((error: unknown) => log.warn({ err: error }, 'marks of notices not compared'));
  });
}
