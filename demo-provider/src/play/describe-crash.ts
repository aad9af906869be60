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

/** The secret and the crash point are told once the flight is over, and not before. */
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

/** A crash game's round as the page sees it, `flownMs` as the engine has it. Multipliers are whole hundredths. */
export function describeCrashRound(round: Round, flownMs: number | null = null) {
  return { ...describeStatus(round), flight: round.flight ? describeFlight(round.flight, flownMs) : null };
}

/** The published rules, word for word what the server plays by. */
export function describeCrashRules() {
  return {
    stakes: crashStakesMillimes.map(toDecimal),
    returnToPlayer: returnPercent / 100,
    lowestCashOut,
    highestMultiplier,
  };
}
