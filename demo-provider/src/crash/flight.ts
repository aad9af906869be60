import { msToReach } from '../../public/multiplier-curve.js';
import type { Flight, Round } from '../store/records.js';
import { drawCrashPoint, highestMultiplier, payAt, type Hundredths } from './mathematics.js';

/** How late after the bet a flight may take off: after that the player is no longer looking, and gets the stake back. */
const latestTakeOffMs = 20_000;

/** A flight in the air: the stake is taken, the crash point fixed, nothing decided. */
export type FlyingRound = Round & { flight: Flight & { tookOffAt: string; crashPoint: Hundredths } };

export const isFlying = (round: Round): round is FlyingRound =>
  round.flight?.tookOffAt !== undefined && round.flight.end === undefined;

/**
 * A stake taken, or written down, so late that the player has given up waiting flies nowhere: it is given back. The
 * crash point was fixed before the stake, so taking off again draws nothing anew.
 */
export function takeOff(round: Round, flight: Flight): Round {
  const tookOffAt = new Date().toISOString();
  const crashPoint = drawCrashPoint(flight.secret, round.spinId);
  const flying: FlyingRound = { ...round, flight: { ...flight, tookOffAt, crashPoint } };
  return Date.now() - Date.parse(round.createdAt) > latestTakeOffMs ? land(flying, 'void') : flying;
}

/** The multiplier a flight is cashed out at without the player's hand, if it lives to reach it. */
export function automaticCashOut({ flight }: FlyingRound): Hundredths | undefined {
  const target = Math.min(flight.autoCashOut ?? highestMultiplier, highestMultiplier);
  return target <= flight.crashPoint ? target : undefined;
}

/** When the flight ends if nobody touches it, in ms since the epoch. It crashes when it would show more than its point. */
export function endsAt(round: FlyingRound): number {
  const reached = automaticCashOut(round) ?? round.flight.crashPoint + 1;
  return Date.parse(round.flight.tookOffAt) + msToReach(reached);
}

/** The round once its flight is over: cashed out at a multiplier, crashed, or void with the stake given back. */
export function land(round: FlyingRound, outcome: Hundredths | 'crashed' | 'void'): Round {
  const end = typeof outcome === 'number' ? 'cashed-out' : outcome;
  const winMillimes =
    end === 'crashed'
      ? 0
      : end === 'void'
        ? round.stakeMillimes
        : payAt(round.stakeMillimes, outcome as number);
  return {
    ...round,
    winMillimes,
    flight: { ...round.flight, end, ...(typeof outcome === 'number' ? { cashOut: outcome } : {}) },
    ...(winMillimes > 0 ? { credit: 'unknown' } : { settledAt: new Date().toISOString() }),
  };
}
