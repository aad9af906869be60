import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { mapLimited } from '../map-limited';

test('mapLimited: at most the limit run at once, and results are in the order of the items', async () => {
  let underway = 0;
  let most = 0;
  const results = await mapLimited([30, 1, 20, 2], 2, async (ms) => {
    underway += 1;
    most = Math.max(most, underway);
    await wait(ms);
    underway -= 1;
    return ms * 2;
  });
  assert.deepEqual([results, most], [[60, 2, 40, 4], 2]);
});
