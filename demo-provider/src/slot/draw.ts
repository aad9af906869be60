import { randomInt } from 'node:crypto';
import { givesFreeSpins } from './evaluate.js';
import { freeSpinCount, reelStrips } from './mathematics.js';

export type DrawStop = (length: number) => number;

function drawStops(drawStop: DrawStop): number[] {
  return reelStrips.map((strip) => drawStop(strip.length));
}

/** Draws the paid spin and the free spins that the paid spin gives. Free spins give no further free spins. */
export function drawRound(drawStop: DrawStop = (length) => randomInt(length)): number[][] {
  const paid = drawStops(drawStop);
  if (!givesFreeSpins(paid)) return [paid];
  return [paid, ...Array.from({ length: freeSpinCount }, () => drawStops(drawStop))];
}
