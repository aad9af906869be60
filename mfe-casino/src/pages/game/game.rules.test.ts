import { framedAddress } from './game.rules';

test.each([
  ['http://192.0.2.7:3000', 'http://192.0.2.7:3001/play', true],
  ['https://palier.test', 'http://palier.test:3001/play', false],
  ['http://192.0.2.7:3000', 'http://192.0.2.8:3001/play', false],
  ['http://192.0.2.7:3000', 'http://192.0.2.7:3000/play', false],
])('When the page is %s, then a game at %s may be framed: %s', (page, game, may) => {
  expect(framedAddress(game, page) !== null).toBe(may);
});
