import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAcceptablePassword } from '../../src/passwords/password-policy';

const refusal = (password: string): string | null => {
  try {
    assertAcceptablePassword(password, 'joueur77');
    return null;
  } catch (error) {
    return (error as { sentence: string }).sentence;
  }
};

test('When a password is the username, in whatever case, or a common one, then it is refused as that', () => {
  for (const password of ['Joueur77', 'JOUEUr77']) assert.match(refusal(password) ?? '', /nom d'utilisateur/);
  for (const password of ['Azerty123', 'aZERTY123']) assert.match(refusal(password) ?? '', /courant/);
});

test('When a password has seven characters and 128, then it is taken; six and 129 are refused, as people count them', () => {
  for (const password of ['Aa1😀😀😀😀', `Aa1${'😀'.repeat(125)}`]) assert.equal(refusal(password), null);
  for (const password of ['Aa1😀😀😀', `Aa1${'😀'.repeat(126)}`])
    assert.match(refusal(password) ?? '', /plus de 6|dépasser 128/);
});

test('When a password begins or ends with a space, or holds what no text may, then it is refused', () => {
  for (const password of [' Bonjour78', 'Bonjour78 ', '\u00a0Bonjour78'])
    assert.match(refusal(password) ?? '', /espace/);
  for (const password of ['Bonjour78\0x', 'Bonjour78\ud800'])
    assert.match(refusal(password) ?? '', /interdit/);
});
