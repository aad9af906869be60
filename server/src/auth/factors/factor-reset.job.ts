import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../../concurrency/run-periodically';
import type { Pool } from '../../database/pool';
import { listDueResets } from './factor-reset.repository';
import { carryOutReset } from './factor-reset.use-case';

const RESET_EVERY_MS = 30_000;
const RESETS_AT_ONCE = 100;

/** Carries out the resets that are due, each in a transaction of its own. Safe in any number of processes. */
export async function carryOutDueResets(pool: Pool): Promise<number> {
  let count = 0;
  for (const id of await listDueResets(pool, RESETS_AT_ONCE)) if (await carryOutReset(pool, id)) count += 1;
  return count;
}

/** Carries out due resets twice a minute, until the returned function is called. */
export function startResettingFactors(pool: Pool, log: Pick<FastifyBaseLogger, 'info' | 'warn'>): () => void {
  return runPeriodically(RESET_EVERY_MS, async () => {
    try {
      const count = await carryOutDueResets(pool);
      if (count > 0) log.info({ count }, 'second factors reset');
    } catch (error) {
      log.warn({ err: error }, 'second factors not reset');
    }
  });
}
