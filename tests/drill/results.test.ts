import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from './results';
import type { TrialResult } from './row';

const trial = (acknowledged: number, servedMs: number): TrialResult => ({
  counts: { acknowledged, missing: 0 },
  timesMs: { 'served again': servedMs },
});

test('summary of trials: counts are summed, and times are median and slowest', () => {
  const trials = [trial(600, 1_100), trial(700, 5_000), trial(800, 2_000)];
  assert.equal(summarize(trials), 'acknowledged 2,100, missing 0; served again 2.0 s, at most 5.0 s');
});
