import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../../concurrency/run-periodically';
import type { Queryable } from '../../database/pool';
import { recordJobRun } from '../../maintenance/job-run.repository';

const COUNT_PAUSE_MS = 20_000;
const TRANSFERS_AT_ONCE = 5_000;

/**
 * Adds the transfers that are not counted yet to the totals of the network, in batches. One process counts at
 * a time: a call in another process returns without counting.
 */
export async function countNetwork(
  database: Queryable,
  timeZone: string,
  isStopped: () => boolean = () => false,
  transfersAtOnce = TRANSFERS_AT_ONCE,
): Promise<void> {
  let isBehind = true;
  while (isBehind && !isStopped()) {
    const { rows } = await database.query<{ is_behind: boolean }>(
      'select count_network($1, $2) as is_behind',
      [timeZone, transfersAtOnce],
    );
    isBehind = rows[0]?.is_behind ?? false;
  }
}

/** Counts at once and then three times a minute, until the returned function is called. */
export function startCountingNetwork(
  database: Queryable,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeZone: string,
): () => void {
  return runPeriodically(COUNT_PAUSE_MS, async (stopping) => {
    let isSuccess = true;
    try {
      await countNetwork(database, timeZone, () => stopping.aborted);
    } catch (error) {
      isSuccess = false;
      log.warn({ err: error }, 'totals of the network not counted');
    }
    if (stopping.aborted) return;
    await recordJobRun(database, 'network', isSuccess).catch((error: unknown) =>
      log.warn({ err: error }, 'job run not recorded'),
    );
  });
}
