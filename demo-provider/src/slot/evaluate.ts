import { randomInt } from 'node:crypto';
import {
  freeSpinCount,
  freeSpinMultiplier,
  linePays,
  payLines,
  reelStrips,
  rowCount,
  scatter,
  scatterPays,
  wild,
  type SlotSymbol,
} from './mathematics.js';

interface LineWin {
  line: number;
  count: number;
  winMillimes: number;
}

export interface SpinResult {
  /** grid[reel][row], top row first. */
  grid: SlotSymbol[][];
  lines: LineWin[];
  scatterCount: number;
  winMillimes: number;
  isFree: boolean;
}

/** The visible symbols when each reel stops with `stops[reel]` in its top row. */
export function readWindow(stops: readonly number[]): SlotSymbol[][] {
  return reelStrips.map((strip, reel) =>
    Array.from(
      { length: rowCount },
      (_, row) => strip[((stops[reel] ?? 0) + row) % strip.length] as SlotSymbol,
    ),
  );
}

/**
 * The symbol that a line starts with, and how often the line repeats it. Wilds substitute for every symbol
 * but the scatter.
 */
export function readLine(symbols: readonly SlotSymbol[]): { symbol: SlotSymbol; count: number } {
  const symbol = symbols[0] as SlotSymbol;
  let count = 1;
  while (
    count < symbols.length &&
    (symbols[count] === symbol || (symbols[count] === wild && symbol !== scatter))
  )
    count++;
  return { symbol, count };
}

const countScatters = (grid: SlotSymbol[][]): number =>
  grid.reduce((count, reel) => count + reel.filter((symbol) => symbol === scatter).length, 0);

export function evaluateWindow(grid: SlotSymbol[][], stakeMillimes: number, isFree = false): SpinResult {
  const multiplier = isFree ? freeSpinMultiplier : 1;
  const lineStake = stakeMillimes / payLines.length;
  const lines: LineWin[] = [];
  payLines.forEach((rows, line) => {
    const { symbol, count } = readLine(rows.map((row, reel) => grid[reel]?.[row] as SlotSymbol));
    const pay = linePays[symbol]?.[count - 3];
    if (pay !== undefined) lines.push({ line, count, winMillimes: pay * lineStake * multiplier });
  });
  const scatterCount = countScatters(grid);
  const scatterWin = (scatterPays[scatterCount - 3] ?? 0) * stakeMillimes * multiplier;
  const winMillimes = lines.reduce((sum, line) => sum + line.winMillimes, scatterWin);
  return { grid, lines, scatterCount, winMillimes, isFree };
}

export function evaluateRound(stops: readonly (readonly number[])[], stakeMillimes: number): SpinResult[] {
  return stops.map((each, index) => evaluateWindow(readWindow(each), stakeMillimes, index > 0));
}

/** Draws the paid spin and the free spins that the paid spin gives. Free spins give no further free spins. */
export function drawRound(drawStop: (length: number) => number = (length) => randomInt(length)): number[][] {
  const drawStops = (): number[] => reelStrips.map((strip) => drawStop(strip.length));
  const paid = drawStops();
  return countScatters(readWindow(paid)) < 3
    ? [paid]
    : [paid, ...Array.from({ length: freeSpinCount }, drawStops)];
}
