import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../../concurrency/run-periodically';
import { LogTooLong, userCodeOf } from '../port';
import { recordJobRun } from '../../maintenance/job-run.repository';
import { ROUNDS_A_RUN } from './open-round.repository';
import { reconcileRounds, type ReconciliationServices } from './reconcile-rounds.use-case';

const LONGEST_PAUSE_MS = 60_000;

/**
 * Repairs open rounds periodically, in one process at a time, and again at once while more are waiting:
 * providers need not report lost rounds. Returns a function that stops the job.
 */
export function startReconciling(
  reconciler: ReconciliationServices,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  { olderThanS }: { readonly olderThanS: number },
): () => void {
  const olderThanMs = olderThanS * 1_000;
  const pauseMs = Math.min(olderThanMs, LONGEST_PAUSE_MS);
  const work = async (signal: AbortSignal): Promise<number> => {
    let areMoreWaiting = false;
    try {
      const repaired = await reconcileRounds(reconciler, { olderThanMs, signal });
      // Another process is reconciling, and records its run.
      if (repaired === null) return pauseMs;
      for (const { round, repair, reason, error } of repaired) {
        const { providerCode: provider, roundId, userId } = round;
        const facts = { provider, round: roundId, player: userCodeOf(userId), repair };
        if (repair === 'differs')
          log.error({ ...facts, reason }, 'open round: ledger and provider log differ');
        else if (repair === 'unreadable')
          log.error({ ...facts, err: error }, 'open round: its entry in the provider log cannot be parsed');
        else if (repair === 'failed') log.error({ ...facts, err: error }, 'open round: not repaired');
        else if (error instanceof LogTooLong) log.warn({ ...facts, err: error }, 'open round: not read');
        else if (repair === 'paid' || repair === 'refunded') log.info(facts, 'open round repaired');
      }
      // One log record for an unreachable provider, however many rounds wait for it.
      const silent = repaired.filter(
        ({ repair, error }) => repair === 'unanswered' && !(error instanceof LogTooLong),
      );
      if (silent.length > 0)
        log.warn({ rounds: silent.length, err: silent[0]?.error }, 'open rounds: no answer');
      const isDone = repaired.every(({ repair }) => repair !== 'unanswered' && repair !== 'failed');
      await recordJobRun(reconciler.pool, 'reconcile', isDone);
      areMoreWaiting = repaired.length === ROUNDS_A_RUN && silent.length === 0;
    } catch (error) {
      log.warn({ err: error }, 'open rounds not reconciled');
    }
    return areMoreWaiting ? 0 : pauseMs;
  };
  return runPeriodically(pauseMs, work, pauseMs);
}
