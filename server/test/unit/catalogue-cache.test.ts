import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogueCache } from '../../src/games/catalogue-cache';

test('catalogue: the process clock is set back, a list is still read again after a minute', async (t) => {
  const answer = createCatalogueCache<number>();
  let requests = 0;
  const ask = (): Promise<number> => Promise.resolve((requests += 1));
  await answer('games', ask);
  const wallClock = Date.now;
  const running = performance.now.bind(performance);
  t.mock.method(Date, 'now', () => wallClock() - 3_600_000);
  t.mock.method(performance, 'now', () => running() + 61_000);
  await answer('games', ask);
  assert.equal(requests, 2);
});
