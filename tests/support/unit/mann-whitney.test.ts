import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankTestP } from '../statistics';

const series = (first: number, step = 1): number[] =>
  Array.from({ length: 10 }, (_, index) => first + index * step);
const assertAbout = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < expected / 1000, `${value} is not ${expected}`);

test('rank test: separate samples give a small p in both orders, and interleaved ones a large one', () => {
  assertAbout(rankTestP(series(1), series(11)), 1.5705e-4);
  assertAbout(rankTestP(series(11), series(1)), 1.5705e-4);
  assertAbout(rankTestP(series(1, 2), series(2, 2)), 0.70546);
});
