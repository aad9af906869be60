import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultRow } from '../src/scenario';
import { runRow } from '../src/run-scenarios';

/** A row whose fault takes so long to be mended, within a second. */
const rowOf = (tookMs: number): FaultRow => ({
  id: 'Z1',
  fault: '',
  bound: '',
  trials: { short: 1, long: 1 },
  run: ({ within }) =>
    Promise.resolve({ trials: 1, failures: tookMs > within(1_000) ? [`mended after ${tookMs} ms`] : [] }),
});

for (const [form, isLong, tookMs, fails] of [
  ['long', true, 1_500, true],
  ['long', true, 500, false],
  ['short', false, 1_500, false],
  ['short', false, 90_000, true],
] as const)
  test(`When a row of the ${form} form takes ${tookMs} ms where a second is allowed, then it ${fails ? 'fails' : 'holds'}`, async () => {
    const outcome = await runRow(rowOf(tookMs), { cluster: null, seed: 1, isLong });
    assert.ok('result' in outcome);
    assert.equal(outcome.result.failures.length > 0, fails, outcome.result.failures.join());
  });
