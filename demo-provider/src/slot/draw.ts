import { randomInt } from 'node:crypto';
import { isFreeSpinTrigger } from './evaluate.js';
import { freeSpinCount, reelStrips } from './mathematics.js';

export type DrawStop = (length: number) => number;

function drawStops(drawStop: DrawStop): number[] {
  return reelStrips.map((strip) => drawStop(strip.length));
}

/** Draws a whole round: the paid spin, and the free spins if it gave any. Free spins give no more of themselves. */
export function drawRound(drawStop: DrawStop = (length) => randomInt(length)): number[][] {
  const paid = drawStops(drawStop);
  if (!isFreeSpinTrigger(paid)) return [paid];
  return [paid, ...Array.from({ length: freeSpinCount }, () => drawStops(drawStop))];
}
