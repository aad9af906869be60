import { createSearch } from './catalogue.rules';

test('search: each name is folded once for three searches', () => {
  let reads = 0;
  const games = Array.from({ length: 100 }, (_, id) => ({
    id,
    game_code: '',
    banner: '',
    get game_name() {
      reads += 1;
      return `Tiger ${id}`;
    },
  }));
  const find = createSearch(games);
  expect(reads).toBe(0);
  for (const search of ['t', 'ti', 'tiger 9']) find(search);
  expect(reads).toBe(100);
  expect(find('tiger 99')).toEqual(games.slice(99));
});
