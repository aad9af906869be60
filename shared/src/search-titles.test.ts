import type { GameTitle } from '@palier/shared/contracts/lobby';
import { createTitleSearch } from './search-titles';

const title = (name: string, more: Partial<GameTitle> = {}): GameTitle => ({
  providerCode: 'P',
  gameCode: name,
  title: name,
  banner: '',
  ...more,
});
const find = createTitleSearch([
  title('Trésor des Abysses', { kind: 'slot', returnPercent: 96 }),
  title('Canopy Idols'),
  title('Sirocco Caravan', { kind: 'crash', returnPercent: 97 }),
  title('Caravan Lamps', { kind: 'slot', returnPercent: 95 }),
]);
const names = (...search: Parameters<typeof find>) => find(...search).map(({ title: name }) => name);

it.each([
  ['tresor', ['Trésor des Abysses']],
  ['cnaopy', ['Canopy Idols']],
  ['canpy', ['Canopy Idols']],
  ['canoppy', ['Canopy Idols']],
  ['canapy', ['Canopy Idols']],
  ['abyses', ['Trésor des Abysses']],
  ['cax', []],
  ['cnopyy', []],
  ['caravan', ['Caravan Lamps', 'Sirocco Caravan']],
  ['idols canopy', ['Canopy Idols']],
])('search over all games: the text %s finds %j', (search, expected) => {
  expect(names(search)).toEqual(expected);
});

it('search over all games: kind and return to player find only games that match both', () => {
  expect(names('', { kind: 'crash' })).toEqual(['Sirocco Caravan']);
  expect(names('', { leastReturn: 96 })).toEqual(['Sirocco Caravan', 'Trésor des Abysses']);
  expect(names('caravan', { kind: 'slot', leastReturn: 96 })).toEqual([]);
});
