import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE, slowest, sum, withExitCode } from './tally';

test('suite: one that breaks off without a failed test, or finds no test, has failed', () => {
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 0), { passed: 3, failed: 0 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 2 }, 1), { passed: 3, failed: 2 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 1), { passed: 3, failed: 1 });
  assert.deepEqual(withExitCode(NONE, 0), { passed: 0, failed: 1 });
});

test('sum of suites: each counts once', () => {
  const tallies = [
    { passed: 3, failed: 0 },
    { passed: 1, failed: 2 },
  ];
  assert.deepEqual(sum(tallies), { passed: 4, failed: 2, times: [] });
  assert.deepEqual(sum([]), { ...NONE, times: [] });
});

test('slowest tests: of all suites, slowest first', () => {
  const [a, b, c] = [3, 9, 5].map((ms) => ({ title: `takes ${ms}`, ms }));
  const tally = sum([{ passed: 2, failed: 0, times: [a!, b!] }, NONE, { passed: 0, failed: 1, times: [c!] }]);
  assert.deepEqual(slowest(tally, 2), [b, c]);
});
