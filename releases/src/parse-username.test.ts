import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUsername } from './parse-username';

test('parseUsername: capitals, spaces and full-width letters, the spelling of the server', () => {
  for (const text of ['admin7', 'Admin7', ' ADMIN7 ', 'ａdmin7']) assert.equal(parseUsername(text), 'admin7');
  assert.equal(parseUsername('Sami.Ben-Ali_2'), 'sami.ben-ali_2');
});

test('parseUsername: an invalid username is refused', () => {
  for (const text of ['', 'ab', 'two words', 'x'.repeat(33), 'admin7; drop']) {
    assert.throws(() => parseUsername(text), /is not a username\.\nGive an agent: --subtree admin7/);
  }
});
