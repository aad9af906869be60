import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBanner } from './banner.js';
import { createCatalogue } from './catalogue.js';

const catalogue = createCatalogue();
const games = catalogue.providers.flatMap((provider) => catalogue.gamesOf(provider.code));

test("There are the specification's twenty providers, in its order", () => {
  assert.equal(
    catalogue.providers.map((provider) => provider.code).join(', '),
    'PRAGMATIC, HABANERO, BOOONGO, PLAYSON, CQ9, EVOPLAY, DREAMTECH, PGSOFT, GAMEART, GMW, PLAYSTAR, MICROGAMING, REDTIGER, NAGA, BTG, QUICKSPIN, MASCOTGAMING, KAGAMING, INOUT, SPRIBE',
  );
});

test('PRAGMATIC has at least 300 titles, every other provider 12 to 120, about 1 200 in all', () => {
  assert.ok(catalogue.gamesOf('PRAGMATIC').length >= 300);
  for (const { code } of catalogue.providers.slice(1)) {
    const count = catalogue.gamesOf(code).length;
    assert.ok(count >= 12 && count <= 120, `${code} has ${count}`);
  }
  assert.ok(games.length >= 1150 && games.length <= 1300, String(games.length));
});

test('No two titles share an id, a name or a code', () => {
  for (const key of ['id', 'name', 'code'] as const)
    assert.equal(new Set(games.map((game) => game[key])).size, games.length);
});

test('When the catalogue is made again, then it is the same', () => {
  const again = createCatalogue();
  assert.deepEqual(
    again.providers.flatMap((provider) => again.gamesOf(provider.code)),
    games,
  );
});

test('Every banner is its own, under 4 kB, and names its title', () => {
  const banners = games.map(drawBanner);
  assert.equal(new Set(banners).size, games.length);
  for (const banner of banners) {
    assert.ok(Buffer.byteLength(banner) < 4000);
    assert.ok(!/undefined|NaN/.test(banner));
  }
});
