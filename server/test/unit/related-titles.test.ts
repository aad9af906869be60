import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import { relatedTitles } from '../../src/games/related-titles';

const title = (providerCode: string, gameCode: string, more: Partial<GameTitle> = {}): GameTitle => ({
  providerCode,
  gameCode,
  title: gameCode,
  banner: '',
  kind: 'slot',
  ...more,
});

describe('related titles', () => {
  const own = title('A', 'own', { volatility: 'high', returnPercent: 96 });
  const list = [
    title('B', 'other provider', { volatility: 'high', returnPercent: 96 }),
    title('A', 'crash', { kind: 'crash' }),
    title('A', 'far', { volatility: 'low', returnPercent: 96 }),
    title('A', 'near', { volatility: 'high', returnPercent: 95 }),
    own,
    title('A', 'nearest', { volatility: 'high', returnPercent: 96.5 }),
  ];
  const namesFor = (game: { providerCode: string; gameCode: string }, most = 8) =>
    relatedTitles(list, game, most).map(({ gameCode }) => gameCode);

  test('related titles: kind, provider, volatility and return to player decide in this order', () => {
    assert.deepEqual(namesFor(own), ['nearest', 'near', 'far', 'other provider', 'crash']);
  });

  test('related titles: no more than asked for are returned', () => {
    assert.deepEqual(namesFor(own, 2), ['nearest', 'near']);
  });

  test('related titles: a game that is not listed has the games of its provider first', () => {
    const [first, ...rest] = namesFor({ providerCode: 'B', gameCode: 'unknown' });
    assert.equal(first, 'other provider');
    assert.equal(rest.length, 5);
  });
});
