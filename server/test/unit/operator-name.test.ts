import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os, { userInfo } from 'node:os';
import { test } from 'node:test';
import { takeAuthor } from '../../src/operator/author';

const own = userInfo().username;

for (const [words, author, rest] of [
  [['nouveau', '7'], own, ['nouveau', '7']],
  [['nouveau', '--by', 'samia', '7'], 'samia', ['nouveau', '7']],
  [['--by=samia', 'nouveau'], 'samia', ['nouveau']],
  [['nouveau', '--by='], own, ['nouveau']],
  [['nouveau', '--by'], own, ['nouveau']],
] as const)
  test(`When an order is given as « ${words.join(' ')} », then its author and its words are told apart`, () =>
    assert.deepEqual(takeAuthor(words), { author, rest }));

test('When the command runs as a number without a name, as containers do, then the number is the author', (t) => {
  t.mock.method(os, 'userInfo', () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.match(takeAuthor([]).author, /^user \d+$/);
});
