import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPaths, rowsOf, wrongFigures } from './documents';

const ROWS = new Map(
  rowsOf('benchmarks', '| Row |\n|---|\n| **bets** wallet bets | 2,350 (1,936–2,760) /s |'),
);

test('documents: a figure that its row has is accepted', () => {
  assert.deepEqual(wrongFigures('They take [2,350](benchmarks.md#bets) a second.', ROWS), []);
});

test('documents: a figure that its row does not have is reported, also a part of a longer one', () => {
  for (const figure of ['6,200', '350', '2,35']) {
    assert.deepEqual(wrongFigures(`[${figure}](../docs/benchmarks.md#bets)`, ROWS), [
      `row "bets" of benchmarks.md has no figure "${figure}"`,
    ]);
  }
});

test('documents: a figure of a row that does not exist is reported', () => {
  assert.deepEqual(wrongFigures('[5](drill.md#flood)', ROWS), ['drill.md has no row "flood"']);
});

test('documents: a path of the repository in backticks that does not exist is reported', () => {
  const text =
    'See `scripts/build/checks`, `scripts/src/lint/rules.json`, `text/css` and `scripts/base/dist`.';
  const exists = (path: string): boolean => path === 'scripts/build/checks';
  assert.deepEqual(missingPaths(text, new Set(['scripts']), exists), [
    'there is no scripts/src/lint/rules.json',
  ]);
});
