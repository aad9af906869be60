import { setTimeout as wait } from 'node:timers/promises';
import { isOpen, type Round } from '../store/records.js';
import type { Store } from '../store/store.js';

export interface RoundWaitsOptions {
  store: Store;
  runToEnd: (roundId: string) => Promise<void>;
  flights: { takenOff: (roundId: string, signal: AbortSignal) => Promise<void> };
  answerWithinMs: number;
}

/** The waits of a page's calls for a round that is carried on in any case. */
export function createRoundWaits({ store, runToEnd, flights, answerWithinMs }: RoundWaitsOptions) {
  /** Resolves when the round is settled, or after `withinMs`. */
  async function waitForSettlement(round: Round, withinMs = answerWithinMs): Promise<Round> {
    if (!isOpen(round)) return round;
    const timer = new AbortController();
    const timeUp = wait(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    await Promise.race([runToEnd(round.roundId), timeUp]);
    timer.abort();
    return store.readRound(round.roundId);
  }

  /** Resolves when the round's flight is followed, or with `settled`. */
  async function waitForTakeOff(roundId: string, settled: Promise<Round>): Promise<void> {
    const abort = new AbortController();
    try {
      await Promise.race([flights.takenOff(roundId, abort.signal), settled]);
    } finally {
      abort.abort();
    }
  }

  /** Resolves when the round is settled or in flight, or after `answerWithinMs`. */
  async function waitForProgress(roundId: string): Promise<Round> {
    const read = store.readRound(roundId);
    await waitForTakeOff(
      roundId,
      read.then((round) => waitForSettlement(round)),
    );
    return store.readRound(roundId);
  }

  return { waitForSettlement, waitForTakeOff, waitForProgress };
}
