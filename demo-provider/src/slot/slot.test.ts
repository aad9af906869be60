import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawRound, evaluateWindow, readLine } from './evaluate.js';
import {
  freeSpinCount,
  linePays,
  payLines,
  reelStrips,
  stakesMillimes,
  type SlotSymbol,
} from './mathematics.js';
import { computeReturnToPlayer } from './return-to-player.js';

const blank: SlotSymbol[][] = [
  ['L1', 'L2', 'L3'],
  ['H1', 'H2', 'H3'],
  ['L1', 'L2', 'L4'],
  ['H1', 'H2', 'H3'],
  ['L1', 'L2', 'L3'],
];

test('return to player: the exact value is between 94 and 97 %', () => {
  const { returnToPlayer } = computeReturnToPlayer();
  assert.ok(returnToPlayer > 0.94 && returnToPlayer < 0.97, String(returnToPlayer));
});

test('paytable: it has 20 different lines of 5 rows and 5 strips of 40 symbols', () => {
  assert.equal(new Set(payLines.map((line) => line.join())).size, 20);
  assert.ok(payLines.every((line) => line.length === 5 && line.every((row) => row >= 0 && row <= 2)));
  assert.deepEqual(
    reelStrips.map((strip) => strip.length),
    [40, 40, 40, 40, 40],
  );
});

test('line: a wild stands for paying symbols but not the scatter, and runs start at the left', () => {
  assert.deepEqual(readLine(['H1', 'W', 'H1', 'W', 'L1']), { symbol: 'H1', count: 4 });
  assert.deepEqual(readLine(['S', 'W', 'S', 'L1', 'L1']), { symbol: 'S', count: 1 });
  assert.deepEqual(readLine(['L1', 'H1', 'H1', 'H1', 'H1']), { symbol: 'L1', count: 1 });
  assert.ok(!reelStrips[0]?.includes('W') && !reelStrips[4]?.includes('W'));
});

test('line: five H1 on the middle line pay 1200 line stakes', () => {
  const grid = blank.map((reel) => [reel[0], 'H1', reel[2]] as SlotSymbol[]);
  const middle = evaluateWindow(grid, 2000).lines.find((line) => line.line === 0);
  assert.deepEqual(middle, { line: 0, count: 5, winMillimes: 1200 * 100 });
});

test('line: it pays nothing without three equal symbols at the left', () => {
  assert.equal(evaluateWindow(blank, 10000).winMillimes, 0);
});

test('scatter: three pay 2 stakes, and the double in a free spin', () => {
  const grid = blank.map((reel, index) => (index % 2 === 0 ? [reel[0], 'S', reel[2]] : reel) as SlotSymbol[]);
  assert.equal(evaluateWindow(grid, 500).winMillimes, 1000);
  assert.equal(evaluateWindow(grid, 500, true).winMillimes, 2000);
});

test('free spins: three scatters give eight, which give no further ones', () => {
  const forced = [13, 0, 4, 0, 26];
  let call = 0;
  const stops = drawRound(() => forced[call++ % 5] as number);
  assert.equal(stops.length, 1 + freeSpinCount);
});

test('paytable: no stake on offer pays a fraction of a cent', () => {
  for (const stake of stakesMillimes) {
    for (const pays of Object.values(linePays))
      for (const pay of pays) assert.equal(((stake / 20) * pay) % 10, 0);
  }
});
