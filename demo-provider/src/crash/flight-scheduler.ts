import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { multiplierAfter } from '../../public/multiplier-curve.js';
import type { Round } from '../store/records.js';
import { automaticCashOut, endFlight, flightEndsAtMs, type FlyingRound } from './flight.js';
import { lowestCashOut } from './mathematics.js';

/** Ends the flights of this process in time. */
export function createFlightScheduler(stopping: AbortSignal) {
  const followed = new Map<string, { cashOut: (multiplier: number) => void; tookOffAtMs: number }>();
  /** Emits a round's id when its flight is followed. */
  const takeOffs = new EventEmitter().setMaxListeners(0);
  const startedAt = Date.now();
  const elapsedByDate = (round: FlyingRound): number => Date.now() - Date.parse(round.flight.tookOffAt);

  /**
   * How long the flight has lasted. A followed flight is measured by the monotonic clock, which is never
   * adjusted.
   */
  function elapsedMs(round: FlyingRound): number {
    const flight = followed.get(round.roundId);
    return flight === undefined ? elapsedByDate(round) : performance.now() - flight.tookOffAtMs;
  }

  return {
    elapsedMs,
    /** Resolves with the round when its flight has ended. Rejects when the provider stops. */
    async follow(round: FlyingRound): Promise<Round> {
      stopping.throwIfAborted();
      const automatic = automaticCashOut(round);
      const end = flightEndsAtMs(round);
      // The flight ended while the provider was down, when no player could cash out.
      if (end < startedAt) return endFlight(round, automatic ?? 'void');
      const timer = new AbortController();
      const tookOffAtMs = performance.now() - elapsedByDate(round);
      const cashedOut = new Promise<number>((cashOut) =>
        followed.set(round.roundId, { cashOut, tookOffAtMs }),
      );
      takeOffs.emit(round.roundId);
      try {
        const signal = AbortSignal.any([stopping, timer.signal]);
        const untouched = wait(end - Date.now(), automatic ?? ('crashed' as const), { signal });
        return endFlight(round, await Promise.race([cashedOut, untouched]));
      } finally {
        followed.delete(round.roundId);
        timer.abort();
      }
    },
    /** Cashes out at the current multiplier. Without effect on a flight that has ended. */
    cashOut(round: FlyingRound): void {
      const multiplier = Math.max(multiplierAfter(elapsedMs(round)), lowestCashOut);
      if (multiplier <= round.flight.crashPoint) followed.get(round.roundId)?.cashOut(multiplier);
    },
    /**
     * Resolves when the round's flight is followed, at once if it is followed already. `signal` ends the
     * wait.
     */
    takenOff: async (roundId: string, signal: AbortSignal): Promise<void> => {
      if (!followed.has(roundId)) await once(takeOffs, roundId, { signal }).catch(() => undefined);
    },
  };
}
