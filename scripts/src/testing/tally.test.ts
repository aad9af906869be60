import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE, sum, withExitCode } from './tally';

test('When a suite breaks off without naming a failed test, or finds no test to run, then it has failed', () => {
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 0), { passed: 3, failed: 0 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 2 }, 1), { passed: 3, failed: 2 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 1), { passed: 3, failed: 1 });
  assert.deepEqual(withExitCode(NONE, 0), { passed: 0, failed: 1 });
});

test('When suites are summed up, then each counts once', () => {
  const tallies = [
    { passed: 3, failed: 0 },
    { passed: 1, failed: 2 },
  ];
  assert.deepEqual(sum(tallies), { passed: 4, failed: 2 });
  assert.deepEqual(sum([]), NONE);
});
