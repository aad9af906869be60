import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannedWords, wordFindings } from './words';

test('words: the texts of all screens use one word for each idea', async () => {
  assert.deepEqual(await wordFindings(), []);
});

test('words: each other name of money that is added or withdrawn is reported', () => {
  for (const text of [
    'Crédits',
    'débit',
    'Entrées',
    'Sorties du jour',
    'Distribué',
    'Repris par le compte supérieur',
    'Rendu',
    'Reçu du compte supérieur',
    'Dépôts du jour',
    'Chercher',
    'Opérations',
    'Transfert corrigé',
    'Reprendre',
  ])
    assert.equal(bannedWords('mfe-reports/src/a.messages.ts', `title: '${text}',`).length, 1, text);
});

test('words: a receipt, a stake that goes back, a comment and a resumed game are not reported', () => {
  for (const source of [
    "receipt: 'Reçu',",
    'receiptOf: (id: number) => `Reçu n°\\u00a0${id}`,',
    "returned: 'Mises rendues',",
    '/** The credit « Crédits » of before. */',
    "key: 'Entrée',",
  ])
    assert.deepEqual(bannedWords('mfe-reports/src/a.messages.ts', source), [], source);
  assert.deepEqual(bannedWords('mfe-casino/src/lobby.messages.ts', "resume: 'Reprendre',"), []);
});
