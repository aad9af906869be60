import { msToReach } from '../../public/multiplier-curve.js';
import { decide, type Flight, type Round } from '../store/records.js';
import { drawCrashPoint, highestMultiplier, payAt, type Hundredths } from './mathematics.js';

/**
 * A flight that would start later than this after its bet is void: the player is assumed to have left the
 * page.
 */
const maxTakeOffDelayMs = 20_000;

/** A round in flight: the stake is taken and the outcome still open. */
export type FlyingRound = Round & { flight: Flight & { tookOffAt: string; crashPoint: Hundredths } };

export const isFlying = (round: Round): round is FlyingRound =>
  round.flight?.tookOffAt !== undefined && round.flight.end === undefined;

/**
 * Starts the flight, or returns the stake when the start would come too late. The crash point follows from
 * the secret and the spin id, so a repeated call gives the same crash point.
 */
export function startFlightOrVoid(round: Round, flight: Flight): Round {
  const tookOffAt = new Date().toISOString();
  const crashPoint = drawCrashPoint(flight.secret, round.spinId);
  const flying: FlyingRound = { ...round, flight: { ...flight, tookOffAt, crashPoint } };
  return Date.now() - Date.parse(round.createdAt) > maxTakeOffDelayMs ? endFlight(flying, 'void') : flying;
}

/** The multiplier of the automatic cash-out; undefined when the flight crashes before that multiplier. */
export function automaticCashOut({ flight }: FlyingRound): Hundredths | undefined {
  const target = Math.min(flight.autoCashOut ?? highestMultiplier, highestMultiplier);
  return target <= flight.crashPoint ? target : undefined;
}

/**
 * When the flight ends without a cash-out by the player, in ms since the epoch. The crash point itself can
 * still be cashed out.
 */
export function flightEndsAtMs(round: FlyingRound): number {
  const reached = automaticCashOut(round) ?? round.flight.crashPoint + 1;
  return Date.parse(round.flight.tookOffAt) + msToReach(reached);
}

/** The round after its flight: cashed out at a multiplier, crashed, or void with the stake returned. */
export function endFlight(round: FlyingRound, outcome: Hundredths | 'crashed' | 'void'): Round {
  if (outcome === 'crashed') return decide({ ...round, flight: { ...round.flight, end: outcome } }, 0);
  if (outcome === 'void')
    return decide({ ...round, flight: { ...round.flight, end: outcome } }, round.stakeMillimes);
  const flight: Flight = { ...round.flight, end: 'cashed-out', cashOut: outcome };
  return decide({ ...round, flight }, payAt(round.stakeMillimes, outcome));
}
