import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBanner } from './banner.js';
import { looksPerTheme } from '../looks/look.js';
import { drawBackdrop, drawSprite } from '../looks/markup.js';
import { createCatalogue } from './catalogue.js';

const catalogue = createCatalogue();
const games = catalogue.providers.flatMap((provider) => catalogue.gamesOf(provider.code));

test('catalogue: the twenty providers of the specification are listed in its order', () => {
  assert.equal(
    catalogue.providers.map((provider) => provider.code).join(', '),
    'PRAGMATIC, HABANERO, BOOONGO, PLAYSON, CQ9, EVOPLAY, DREAMTECH, PGSOFT, GAMEART, GMW, PLAYSTAR, ' +
      'MICROGAMING, REDTIGER, NAGA, BTG, QUICKSPIN, MASCOTGAMING, KAGAMING, INOUT, SPRIBE',
  );
});

test('catalogue: PRAGMATIC has at least 300 titles, and any other provider 12 to 120', () => {
  assert.ok(catalogue.gamesOf('PRAGMATIC').length >= 300);
  for (const { code } of catalogue.providers.slice(1)) {
    const count = catalogue.gamesOf(code).length;
    assert.ok(count >= 12 && count <= 120, `${code} has ${count}`);
  }
  assert.ok(games.length >= 1150 && games.length <= 1300, String(games.length));
});

test('catalogue: ids, names and codes are unique', () => {
  for (const key of ['id', 'name', 'code'] as const)
    assert.equal(new Set(games.map((game) => game[key])).size, games.length);
});

test('catalogue: it is the same when it is created again', () => {
  const again = createCatalogue();
  assert.deepEqual(
    again.providers.flatMap((provider) => again.gamesOf(provider.code)),
    games,
  );
});

test('banners: all banners differ, and each is smaller than 4.5 kB', () => {
  const banners = games.map(drawBanner);
  assert.equal(new Set(banners).size, games.length);
  for (const banner of banners) {
    assert.ok(Buffer.byteLength(banner) < 4500);
    assert.ok(!/undefined|NaN/.test(banner));
  }
});

test('looks: all 1 252 titles differ in backdrop or main symbol, and in their drawings', () => {
  assert.equal(games.length, 1252);
  const lights = games.map(({ look }) => `${look.theme} ${look.sky.join(' ')} ${look.high[0]}`);
  assert.equal(new Set(lights).size, games.length);
  const pages = games.map(({ look, kind }) => drawBackdrop(look) + drawSprite(look, kind));
  assert.equal(new Set(pages).size, games.length);
  const counts = new Map<string, number>();
  for (const { look } of games) counts.set(look.theme, (counts.get(look.theme) ?? 0) + 1);
  assert.ok(Math.max(...counts.values()) <= looksPerTheme);
});

test('looks: every slot has ten different symbols', () => {
  for (const { look } of games) {
    const cast = [...look.high, ...look.low, look.wild, look.scatter];
    assert.equal(new Set(cast).size, 10, `${look.theme}: ${cast.join(' ')}`);
  }
});

test('catalogue: INOUT and SPRIBE have crash games of different themes, and the others slots', () => {
  for (const { code } of catalogue.providers) {
    const own = catalogue.gamesOf(code);
    const isCrash = code === 'INOUT' || code === 'SPRIBE';
    assert.ok(
      own.every((game) => game.kind === (isCrash ? 'crash' : 'slot')),
      code,
    );
  }
  assert.equal(new Set(catalogue.gamesOf('SPRIBE').map(({ look }) => look.theme)).size, 12);
});
