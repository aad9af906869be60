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

test('password policy: the username in any case and common passwords are refused with their reason', () => {
  for (const password of ['Joueur77', 'JOUEUr77']) assert.match(refusal(password) ?? '', /nom d'utilisateur/);
  for (const password of ['Azerty123', 'aZERTY123']) assert.match(refusal(password) ?? '', /courant/);
});

test('password policy: 7 to 128 characters are accepted, 6 and 129 refused, counted in code points', () => {
  for (const password of ['Aa1😀😀😀😀', `Aa1${'😀'.repeat(125)}`]) assert.equal(refusal(password), null);
  for (const password of ['Aa1😀😀😀', `Aa1${'😀'.repeat(126)}`])
    assert.match(refusal(password) ?? '', /plus de 6|dépasser 128/);
});

test('password policy: leading or trailing spaces and forbidden characters are refused', () => {
  for (const password of [' Bonjour78', 'Bonjour78 ', '\u00a0Bonjour78'])
    assert.match(refusal(password) ?? '', /espace/);
  for (const password of ['Bonjour78\0x', 'Bonjour78\ud800'])
    assert.match(refusal(password) ?? '', /interdit/);
});
