import {
  freeSpinCount,
  freeSpinMultiplier,
  linePays,
  reelStrips,
  scatter,
  scatterPays,
  wild,
  type SlotSymbol,
} from './mathematics.js';

function chanceOnReel(reel: number, wanted: readonly SlotSymbol[]): number {
  const strip = reelStrips[reel] ?? [];
  return strip.filter((symbol) => wanted.includes(symbol)).length / strip.length;
}

/**
 * The mean return of one line. Each row of a reel shows every position of its strip equally often, so all
 * lines have the same mean and only the symbol counts of the strips matter.
 */
function lineReturn(): number {
  let total = 0;
  for (const [symbol, pays] of Object.entries(linePays) as [
    SlotSymbol,
    readonly [number, number, number],
  ][]) {
    const [p1, p2, p3, p4, p5] = reelStrips.map((_, reel) => chanceOnReel(reel, [symbol, wild])) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const three = p1 * p2 * p3;
    total += three * ((1 - p4) * pays[0] + p4 * (1 - p5) * pays[1] + p4 * p5 * pays[2]);
  }
  return total;
}

/** The probability of 0, 1, … 15 visible scatters, counted stop by stop. */
function scatterDistribution(): number[] {
  let distribution = [1];
  for (const strip of reelStrips) {
    const next = Array<number>(distribution.length + 3).fill(0);
    strip.forEach((_, stop) => {
      const seen = [0, 1, 2].filter((row) => strip[(stop + row) % strip.length] === scatter).length;
      distribution.forEach((chance, count) => {
        next[count + seen] = (next[count + seen] ?? 0) + chance / strip.length;
      });
    });
    distribution = next;
  }
  return distribution;
}

/** The exact mean return of a round for a stake of 1, free spins included. */
export function computeReturnToPlayer(): { returnToPlayer: number; freeSpinChance: number } {
  const scatters = scatterDistribution();
  const scatterReturn = scatterPays.reduce((sum, pay, index) => sum + pay * (scatters[index + 3] ?? 0), 0);
  const freeSpinChance = scatters.slice(3).reduce((sum, chance) => sum + chance, 0);
  const perSpin = lineReturn() + scatterReturn;
  return {
    returnToPlayer: perSpin * (1 + freeSpinChance * freeSpinCount * freeSpinMultiplier),
    freeSpinChance,
  };
}
