import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os, { userInfo } from 'node:os';
import { test } from 'node:test';
import { readOperator } from '../../src/operator/operator';

const own = userInfo().username;

for (const [words, operator, rest] of [
  [['nouveau', '7'], own, ['nouveau', '7']],
  [['nouveau', '--by', 'samia', '7'], 'samia', ['nouveau', '7']],
  [['--by=samia', 'nouveau'], 'samia', ['nouveau']],
  [['nouveau', '--by='], own, ['nouveau']],
  [['nouveau', '--by'], own, ['nouveau']],
] as const)
  test(`command "${words.join(' ')}": operator and arguments are separated`, () =>
    assert.deepEqual(readOperator(words), { operator, rest }));

test('account without a name, as in containers: its number is the operator', (t) => {
  t.mock.method(os, 'userInfo', () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.match(readOperator([]).operator, /^user \d+$/);
});
