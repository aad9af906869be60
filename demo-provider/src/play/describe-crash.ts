import type { Flight, Round } from '../store/records.js';
import {
  commitmentTo,
  crashStakesMillimes,
  highestMultiplier,
  lowestCashOut,
  returnPercent,
} from '../crash/mathematics.js';
import { toDecimal } from '../money.js';
import { describeStatus } from './describe-status.js';

/** Hides the secret and the crash point until the flight is over. */
function describeFlight(flight: Flight, elapsedMs: number | null) {
  const isOver = flight.end !== undefined;
  return {
    commitment: commitmentTo(flight.secret),
    autoCashOut: flight.autoCashOut ?? null,
    elapsedMs,
    end: flight.end ?? null,
    cashOut: flight.cashOut ?? null,
    crashPoint: isOver ? (flight.crashPoint ?? null) : null,
    secret: isOver ? flight.secret : null,
  };
}

export function describeCrashRound(round: Round, elapsedMs: number | null = null) {
  return { ...describeStatus(round), flight: round.flight ? describeFlight(round.flight, elapsedMs) : null };
}

/** The published rules, from the constants that the server plays by. */
export function describeCrashRules() {
  return {
    stakes: crashStakesMillimes.map(toDecimal),
    returnToPlayer: returnPercent / 100,
    lowestCashOut,
    highestMultiplier,
  };
}
