import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { multiplierAfter } from '../../public/multiplier-curve.js';
import type { Round } from '../store/records.js';
import { automaticCashOut, flightEndsAtMs, endFlight, type FlyingRound } from './flight.js';
import { lowestCashOut } from './mathematics.js';

/** The flights that this process follows. */
export interface FlightScheduler {
  /** Follows a flight to its end; what is given is the round landed. Throws once the process stops. */
  follow(round: FlyingRound): Promise<Round>;
  /** Cashes a flight out at what it shows now; without effect on one that is over, or not followed. */
  cashOut(round: FlyingRound): void;
  /**
   * How long a flight has been up, in ms. Of one that is followed, by the clock that nobody sets: a machine's own is put right
   * now and then, and would pay another multiplier than is shown.
   */
  elapsedMs(round: FlyingRound): number;
  /** Resolves when the round's flight has taken off, or never; `signal` ends the waiting. */
  takenOff(roundId: string, signal: AbortSignal): Promise<unknown>;
}

export function createFlightScheduler(stopping: AbortSignal): FlightScheduler {
  /** What cashes out each flight in the air and when it took off, by round id. */
  const flights = new Map<string, { cashOut: (multiplier: number) => void; tookOffAtMs: number }>();
  /** Says a round's id when its flight takes off. */
  const takeOffs = new EventEmitter().setMaxListeners(0);
  const startedAt = Date.now();
  const flownByTheCalendar = (round: FlyingRound): number => Date.now() - Date.parse(round.flight.tookOffAt);

  function elapsedMs(round: FlyingRound): number {
    const followed = flights.get(round.roundId);
    return followed === undefined ? flownByTheCalendar(round) : performance.now() - followed.tookOffAtMs;
  }

  return {
    elapsedMs,
    async follow(round) {
      stopping.throwIfAborted();
      const automatic = automaticCashOut(round);
      const end = flightEndsAtMs(round);
      // It ended while no process of ours was there to hear the player: the stake goes back, unless it was to be cashed
      // out without the player's hand.
      if (end < startedAt) return endFlight(round, automatic ?? 'void');
      const timer = new AbortController();
      const tookOffAtMs = performance.now() - flownByTheCalendar(round);
      const cashedOut = new Promise<number>((cashOut) =>
        flights.set(round.roundId, { cashOut, tookOffAtMs }),
      );
      takeOffs.emit(round.roundId);
      const abort = () => timer.abort();
      stopping.addEventListener('abort', abort);
      try {
        const { signal } = timer;
        const untouched = wait(end - Date.now(), automatic ?? ('crashed' as const), { signal });
        return endFlight(round, await Promise.race([cashedOut, untouched]));
      } finally {
        flights.delete(round.roundId);
        stopping.removeEventListener('abort', abort);
        timer.abort();
      }
    },
    cashOut(round) {
      const multiplier = Math.max(multiplierAfter(elapsedMs(round)), lowestCashOut);
      if (multiplier <= round.flight.crashPoint) flights.get(round.roundId)?.cashOut(multiplier);
    },
    takenOff: (roundId, signal) => once(takeOffs, roundId, { signal }).catch(() => undefined),
  };
}
