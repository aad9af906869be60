import type { Round } from '../store/records.js';
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
import { describeStatus } from './describe-status.js';

/** Hides the outcome until the round is settled. */
export function describeSlotRound(round: Round) {
  const common = describeStatus(round);
  const spins = common.status === 'settled' ? evaluateRound(round.stops ?? [], round.stakeMillimes) : [];
  return {
    ...common,
    spins: spins.map((spin) => ({
      grid: spin.grid,
      lines: spin.lines.map(({ line, symbol, count, winMillimes }) => ({
        line,
        symbol,
        count,
        win: toDecimal(winMillimes),
      })),
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
