import { isOpen, wholeWinMillimes, type Flight, type Round } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import {
  commitmentTo,
  crashStakesMillimes,
  highestMultiplier,
  lowestCashOut,
  returnPercent,
} from '../crash/mathematics.js';
import { toDecimal } from '../money.js';
import { evaluateRound } from '../slot/evaluate.js';
import {
  freeSpinCount,
  freeSpinMultiplier,
  linePays,
  payLines,
  reelStrips,
  scatterPays,
  stakesMillimes,
} from '../slot/mathematics.js';
import { computeReturnToPlayer } from '../slot/return-to-player.js';

type Status = 'pending' | 'flying' | 'settled' | 'refused';

function statusOf(round: Round): Status {
  if (isFlying(round)) return 'flying';
  if (isOpen(round)) return 'pending';
  return round.debit === 'refused' ? 'refused' : 'settled';
}

/** The fields that both games' pages receive. The win is hidden until it is paid. */
function describeStatus(round: Round) {
  const status = statusOf(round);
  return {
    roundId: round.roundId,
    spinId: round.spinId,
    stake: toDecimal(round.stakeMillimes),
    status,
    refusal: round.refusal ?? null,
    win: status === 'settled' ? toDecimal(wholeWinMillimes(round)) : 0,
  };
}

export const httpStatusOf = (status: Status): number =>
  ({ pending: 202, flying: 200, settled: 200, refused: 402 })[status];

/** Hides the outcome until the round is settled. */
export function describeSlotRound(round: Round) {
  const common = describeStatus(round);
  const spins = common.status === 'settled' ? evaluateRound(round.stops ?? [], round.stakeMillimes) : [];
  return {
    ...common,
    spins: spins.map((spin) => ({
      grid: spin.grid,
      lines: spin.lines.map(({ line, count }) => ({ line, count })),
      scatterCount: spin.scatterCount,
      win: toDecimal(spin.winMillimes),
      isFree: spin.isFree,
    })),
  };
}

/** The published rules, from the constants that the server plays by. */
export function describeSlotRules() {
  return {
    stakes: stakesMillimes.map(toDecimal),
    strips: reelStrips,
    payLines,
    linePays,
    scatterPays,
    freeSpinCount,
    freeSpinMultiplier,
    ...computeReturnToPlayer(),
  };
}

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

export function describeCrashRules() {
  return {
    stakes: crashStakesMillimes.map(toDecimal),
    returnToPlayer: returnPercent / 100,
    lowestCashOut,
    highestMultiplier,
  };
}
