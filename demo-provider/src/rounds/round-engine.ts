import { randomUUID } from 'node:crypto';
import { createFlightScheduler } from '../crash/flight-scheduler.js';
import { isFlying } from '../crash/flight.js';
import { commitmentTo } from '../crash/mathematics.js';
import { drawRound } from '../slot/evaluate.js';
import type { Round, Session } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { Profile } from '../vendor/profile.js';
import { createRoundIds } from '../vendor/transaction.js';
import type { OperatorWallet } from '../wallet/operator-wallet.js';
import { nextFlight, openRound, RoundRefused, type RoundRequest } from './open-round.js';
import { createOperatorCalls } from './operator-calls.js';
import { createRetry, type RetryOptions } from './retry.js';
import { createRoundRunner } from './round-runner.js';
import type { Step } from './round-transactions.js';
import { createRoundWaits } from './round-waits.js';

export type RoundEngine = ReturnType<typeof createRoundEngine>;

export interface RoundEngineOptions extends RetryOptions {
  store: Store;
  wallet: OperatorWallet;
  profile: Profile;
  answerWithinMs?: number;
  draw?: () => number[][];
  onRetry?: (round: Round, step: Step, reason: string) => void;
  /** Called for each failed access to the store during a round; the access is retried. */
  onStoreError?: (roundId: string, error: unknown) => void;
}

/** The parts of an engine, each with what it needs of the others. */
function connectParts(options: RoundEngineOptions, stopping: AbortSignal) {
  const { store, wallet, profile, onRetry, onStoreError } = options;
  const { answerWithinMs = 8000, draw = () => drawRound() } = options;
  const retry = createRetry(stopping, options);
  const flights = createFlightScheduler(stopping);
  const newRoundId = createRoundIds(profile, randomUUID);
  const operator = createOperatorCalls({ wallet, profile, retry, onRetry });
  const runner = createRoundRunner({
    store,
    profile,
    operator,
    flights,
    retry,
    stopping,
    newRoundId,
    draw,
    onStoreError,
  });
  const waits = createRoundWaits({ store, runToEnd: runner.runToEnd, flights, answerWithinMs });
  return { flights, newRoundId, runner, waits };
}

export function createRoundEngine(options: RoundEngineOptions) {
  const { store, profile } = options;
  const stopping = new AbortController();
  const { flights, newRoundId, runner, waits } = connectParts(options, stopping.signal);
  /** The rounds being opened, by session. */
  const opening = new Map<string, Promise<Round>>();

  /**
   * Opens a round, or finds the session's round with this spin id. Resolves when the round is settled or in
   * flight, or after `answerWithinMs`; the round is carried on in any case. Throws `RoundRefused`.
   */
  async function play(session: Session, request: RoundRequest): Promise<Round> {
    const { sessionKey } = session;
    const known = await store.findRoundBySpin(sessionKey, request.spinId);
    if (known) return waits.waitForProgress(known.roundId);
    const other = opening.get(sessionKey);
    if (other) {
      const { roundId, spinId } = await other;
      if (spinId !== request.spinId) throw new RoundRefused('ROUND_OPEN');
      return waits.waitForProgress(roundId);
    }
    const opened = openRound({ store, profile, newRoundId }, session, request);
    opening.set(sessionKey, opened);
    try {
      return await waits.waitForProgress((await opened).roundId);
    } finally {
      opening.delete(sessionKey);
    }
  }

  /**
   * Cashes out a flight at its current multiplier. Resolves when the round is settled, or after
   * `answerWithinMs`. Undefined when the session has no such round.
   */
  async function cashOut(session: Session, spinId: string): Promise<Round | undefined> {
    const round = await store.findRoundBySpin(session.sessionKey, spinId);
    if (!round) return undefined;
    const settled = waits.waitForSettlement(round);
    if (isFlying(round)) {
      await waits.waitForTakeOff(round.roundId, settled);
      flights.cashOut(round);
    }
    return settled;
  }

  return {
    play,
    cashOut,
    waitForProgress: waits.waitForProgress,
    waitForSettlement: waits.waitForSettlement,
    /** How long the round's flight has lasted; null when it is not in flight. */
    elapsedMs: (round: Round): number | null => (isFlying(round) ? flights.elapsedMs(round) : null),
    /** The commitment of the session's next flight, published before any stake. */
    nextCommitment: async (session: Session): Promise<string> =>
      commitmentTo(nextFlight(session, await store.lastRound(session.sessionKey)).secret),
    /** Continues every round that an earlier process left open. */
    async resumeOpenRounds(): Promise<void> {
      for (const { roundId } of await store.openRounds()) void runner.runToEnd(roundId);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await runner.idle();
    },
  };
}
