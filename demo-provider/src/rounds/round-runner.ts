import { randomUUID } from 'node:crypto';
import { isFlying, startFlightOrVoid, type FlyingRound } from '../crash/flight.js';
import { evaluateRound } from '../slot/evaluate.js';
import { decide, isOpen, type Round } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { Profile } from '../vendor/profile.js';
import type { OperatorCalls } from './operator-calls.js';
import type { Retry } from './retry.js';

export interface DrawOptions {
  profile: Profile;
  newRoundId: () => string;
  draw: () => number[][];
}

export interface RoundRunnerOptions extends DrawOptions {
  store: Store;
  operator: OperatorCalls;
  flights: { follow: (round: FlyingRound) => Promise<Round> };
  retry: Retry;
  stopping: AbortSignal;
  /** Called for each failed access to the store during a round; the access is retried. */
  onStoreError?: ((roundId: string, error: unknown) => void) | undefined;
}

/**
 * Draws the reels and decides the win. The vendor's profile says whether the win of free spins is part of it,
 * or is paid by a transaction of its own, in this round or in a new one.
 */
function drawSpins({ profile, newRoundId, draw }: DrawOptions, round: Round): Round {
  const stops = draw();
  const spins = evaluateRound(stops, round.stakeMillimes);
  const sumOf = (isFree: boolean): number =>
    spins.filter((spin) => spin.isFree === isFree).reduce((sum, spin) => sum + spin.winMillimes, 0);
  const freeWin = sumOf(true);
  if (profile.freeSpins === 'none' || freeWin === 0)
    return decide({ ...round, stops }, sumOf(false) + freeWin);
  const roundId = profile.freeSpins === 'in their round' ? round.roundId : newRoundId();
  const free = { roundId, txnId: randomUUID(), winMillimes: freeWin, state: 'unknown' as const };
  return decide({ ...round, stops, free }, sumOf(false));
}

/** Carries rounds on to their end, saving each step. */
export function createRoundRunner(options: RoundRunnerOptions) {
  const { store, operator, flights, retry, stopping, onStoreError } = options;
  /** The rounds in progress, by id: a round is never carried out twice at once. */
  const running = new Map<string, Promise<void>>();

  const retryStore = <Result>(roundId: string, access: () => Promise<Result>): Promise<Result> =>
    retry(() => access().catch((error: unknown) => void onStoreError?.(roundId, error)));

  /** Saves a round. `build` is called for each attempt, so that times are current; `build` must not draw. */
  const save = (roundId: string, build: () => Round): Promise<Round> =>
    retryStore(roundId, async () => {
      const round = build();
      await store.saveRound(round);
      return round;
    });

  /**
   * Takes the stake and draws. The outcome of a stake and win in one call is drawn and saved before that
   * call.
   */
  async function runStake(unasked: Round): Promise<Round> {
    const { roundId } = unasked;
    const isDrawnFirst = unasked.isOneCall === true && unasked.stops === undefined;
    const drawn = isDrawnFirst ? drawSpins(options, unasked) : unasked;
    if (isDrawnFirst) await save(roundId, () => drawn);
    const answered = await operator.takeStake(drawn);
    const isTaken = answered.debit === 'accepted';
    const { flight } = answered;
    let taken = answered;
    if (isTaken && answered.isOneCall === true) taken = decide(answered, answered.winMillimes);
    else if (isTaken && flight === undefined) taken = drawSpins(options, answered);
    // The flight starts with the attempt that saves it, because no page can show it before.
    return save(roundId, () => (flight && isTaken ? startFlightOrVoid(taken, flight) : taken));
  }

  async function runRound(roundId: string): Promise<void> {
    let round = await retryStore(roundId, () => store.readRound(roundId));
    if (round.debit === 'unknown') round = await runStake(round);
    if (isFlying(round)) {
      const ended = await flights.follow(round);
      round = await save(roundId, () => ended);
    }
    if (isOpen(round) && round.credit === 'unknown') {
      const paid = await operator.payWin(round);
      round = await save(roundId, () => paid);
    }
    if (isOpen(round) && round.free?.state === 'unknown') {
      const paid = await operator.payFreeWin(round, round.free);
      await save(roundId, () => paid);
    }
  }

  function runToEnd(roundId: string): Promise<void> {
    const current = running.get(roundId);
    if (current) return current;
    const promise = runRound(roundId)
      .catch((error: unknown) => {
        if (!stopping.aborted) throw error;
      })
      .finally(() => running.delete(roundId));
    running.set(roundId, promise);
    return promise;
  }

  return {
    runToEnd,
    /** Resolves when no round is in progress any more. */
    idle: async (): Promise<void> => {
      await Promise.allSettled(running.values());
    },
  };
}
