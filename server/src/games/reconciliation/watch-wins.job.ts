import { fromMicros } from '@palier/shared/money';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../../concurrency/run-periodically';
import type { Pool } from '../../database/pool';
import { userCodeOf } from '../port';
import { storeWinsAboveLimits, withdrawPaidWins } from './finding.repository';
import type { WinLimits } from './win-limits';

const WATCH_PAUSE_MS = 60_000;
/** How far the first run of a process looks back. */
const FIRST_PERIOD_S = 3_600;
/** A win is dated before it is committed, by at most the time limit of a statement. */
const OVERLAP_S = 60;

/**
 * Stores wins, and net wins of players' days, above the operator's limits as findings, and logs each of them
 * once, whatever process finds it. The first run starts at once. Returns a function that stops the job.
 */
export function startWatchingWins(
  pool: Pool,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  limits: WinLimits,
  pauseMs = WATCH_PAUSE_MS,
): () => void {
  let succeededAt: number | null = null;
  return runPeriodically(pauseMs, async () => {
    const startedAt = performance.now();
    try {
      const period = succeededAt === null ? FIRST_PERIOD_S : (startedAt - succeededAt) / 1_000 + OVERLAP_S;
      for (const { id, kind, userId, providerCode, roundId, amount } of await storeWinsAboveLimits(
        pool,
        limits,
        period,
      ))
        log.error(
          {
            finding: id,
            kind,
            player: userCodeOf(userId),
            provider: providerCode,
            round: roundId,
            amount: fromMicros(amount),
          },
          kind === 'win-above-limit' ? 'win above the limit' : "net win of a player's day above the limit",
        );
      await withdrawPaidWins(pool);
      succeededAt = startedAt;
    } catch (error) {
      log.warn({ err: error }, 'wins not compared with the limits');
    }
  });
}
