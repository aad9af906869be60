import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailures, EMPTY_TALLY, slowest, sum, withExitCode } from '../tally';

test('suite: it has failed if it breaks off or finds no test', () => {
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 0), { passed: 3, failed: 0 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 2 }, 1), { passed: 3, failed: 2 });
  assert.deepEqual(withExitCode({ passed: 3, failed: 0 }, 1), { passed: 3, failed: 1 });
  assert.deepEqual(withExitCode(EMPTY_TALLY, 0), { passed: 0, failed: 1 });
});

test('sum of suites: each suite counts once', () => {
  const tallies = [
    { passed: 3, failed: 0 },
    { passed: 1, failed: 2 },
  ];
  assert.deepEqual(sum(tallies), { passed: 4, failed: 2, failures: [], times: [] });
  assert.deepEqual(sum([]), { ...EMPTY_TALLY, failures: [], times: [] });
});

test('slowest tests: the slowest of all suites come first', () => {
  const [a, b, c] = [3, 9, 5].map((ms) => ({ title: `takes ${ms}`, ms }));
  const tally = sum([
    { passed: 2, failed: 0, times: [a!, b!] },
    EMPTY_TALLY,
    { passed: 0, failed: 1, times: [c!] },
  ]);
  assert.deepEqual(slowest(tally, 2), [b, c]);
});

test('failed tests: each is named with the first lines of its message, without colours', () => {
  const failures = [
    { title: 'a test', message: '\u001b[31mexpected 1\u001b[39m\ngot 2\n' },
    { title: 'another', message: 'line\n'.repeat(1_000) },
  ];
  const text = describeFailures({ passed: 0, failed: 2, failures });
  assert.match(text, /^✗ a test\n {4}expected 1\n {4}got 2\n✗ another\n {4}line\n/);
  assert.ok(text.split('\n').length < 50);
});
