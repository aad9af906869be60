import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usernameOf } from './parse-username';

test('When an agent is named as people write it, then it is the one the server knows', () => {
  for (const text of ['admin7', 'Admin7', ' ADMIN7 ', 'ａdmin7']) assert.equal(usernameOf(text), 'admin7');
  assert.equal(usernameOf('Sami.Ben-Ali_2'), 'sami.ben-ali_2');
});

test('When it can be no username, then that is said', () => {
  for (const text of ['', 'ab', 'two words', 'x'.repeat(33), 'admin7; drop']) {
    assert.throws(() => usernameOf(text), /is no username\.\nGive an agent: --subtree admin7/);
  }
});
