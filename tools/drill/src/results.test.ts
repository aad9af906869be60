import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPage, summarize, type StoredTrial } from './results';
import type { DrillRow } from './row';

const trial = (acknowledged: number, servedMs: number, failures: readonly string[] = []): StoredTrial => ({
  counts: { acknowledged, missing: 0 },
  timesMs: { 'served again': servedMs },
  failures,
  seconds: 8,
  load: 2,
  date: '2026-01-01 10:00',
});
const row = (id: string): DrillRow => ({
  id,
  fault: 'a | b',
  bound: 'nothing lost',
  run: () => Promise.reject(new Error()),
});

test('summary of trials: counts are summed, times are median and slowest', () => {
  const trials = [trial(600, 1_100), trial(700, 5_000), trial(800, 2_000)];
  assert.equal(summarize(trials), 'acknowledged 2,100, missing 0; served again 2.0 s, at most 5.0 s');
});

test('page of results: failed trials are counted, a row that never ran says so, and cells keep their columns', () => {
  const page = renderPage([row('one'), row('two')], { one: [trial(1, 1), trial(1, 1, ['lost'])] });
  assert.match(page, /\*\*one\*\* \| a \\\| b \| nothing lost \| 2 \| 1 \|/);
  assert.match(page, /\*\*two\*\* .*\| 0 \| – \| not run \|/);
});
