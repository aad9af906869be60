import { fromMicros } from '@palier/shared/money';
import type { Services } from '../../services';
import { createPlayerAccounts } from '../player-accounts';
import { RoundLogTooLong, userCodeOf, type ReadableRound } from '../port';
import { ROUNDS_A_RUN } from './open-round.repository';
import { reconcileRounds } from './reconcile-rounds.use-case';

const LONGEST_PAUSE_MS = 60_000;

const inDinars = ({ state, bet, win }: ReadableRound) => ({
  state,
  bet: fromMicros(bet),
  win: fromMicros(win),
});

/**
 * Repairs open rounds from time to time, in whichever process comes first, and again at once while there are more: a
 * provider need not say that a round was lost, so that every lost one may be closed here. Returns what stops it.
 */
export function startReconciling(services: Services): () => void {
  const olderThanMs = services.config.PROVIDER_RECONCILE_AFTER_S * 1_000;
  const pauseMs = Math.min(olderThanMs, LONGEST_PAUSE_MS);
  const reconciler = { ...services, accounts: createPlayerAccounts(services.pool) };
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const runOnce = async (): Promise<void> => {
    let areMoreWaiting = false;
    try {
      const repaired = (await reconcileRounds(reconciler, { olderThanMs, signal: stopping.signal })) ?? [];
      for (const { round, repair, line, error } of repaired) {
        const { providerCode: provider, roundId, userId } = round;
        const facts = { provider, round: roundId, player: userCodeOf(userId), repair };
        if (repair === 'differs')
          services.log.error({ ...facts, line: line && inDinars(line) }, 'open round: the books differ');
        else if (repair === 'unreadable')
          services.log.error({ ...facts, err: error }, 'open round: its line in the log cannot be read');
        else if (repair === 'failed')
          services.log.error({ ...facts, err: error }, 'open round: not repaired');
        else if (error instanceof RoundLogTooLong)
          services.log.warn({ ...facts, err: error }, 'open round: not read');
        else if (repair === 'paid' || repair === 'refunded') services.log.info(facts, 'open round repaired');
      }
      // A provider that is away is one fact, however many rounds wait for it.
      const silent = repaired.filter(
        ({ repair, error }) => repair === 'unanswered' && !(error instanceof RoundLogTooLong),
      );
      if (silent.length > 0)
        services.log.warn({ rounds: silent.length, err: silent[0]?.error }, 'open rounds: no answer');
      areMoreWaiting = repaired.length === ROUNDS_A_RUN && silent.length === 0;
    } catch (error) {
      services.log.warn({ err: error }, 'open rounds not reconciled');
    }
    schedule(areMoreWaiting ? 0 : pauseMs);
  };
  const schedule = (afterMs: number): void => {
    if (!stopping.signal.aborted) timer = setTimeout(() => void runOnce(), afterMs).unref();
  };
  schedule(pauseMs);
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
