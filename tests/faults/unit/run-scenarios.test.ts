import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenario } from '../run-scenarios';
import type { Scenario } from '../scenario';

/** A scenario that recovers after `recoveryMs` where a second is allowed. */
const recoveringAfter = (recoveryMs: number): Scenario => ({
  id: 'Z1',
  title: '',
  fault: '',
  bound: '',
  trials: {
    short: 1,
    long: 1,
  },
  run: ({ within, expect }) => Promise.resolve(expect(recoveryMs <= within(1e3), 'too slow')),
});

for (const [form, isLong, recoveryMs, fails] of [
  ['long', true, 1_500, true],
  ['long', true, 500, false],
  ['short', false, 1_500, false],
  ['short', false, 90_000, true],
] as const)
  test(`time limit of a second: the ${form} form judges a recovery after ${recoveryMs} ms`, async () => {
    const outcome = await runScenario(recoveringAfter(recoveryMs), { cluster: null, seed: 1, isLong });
    assert.equal(outcome.failures.length > 0, fails, outcome.failures.join());
  });
