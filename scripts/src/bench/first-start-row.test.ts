import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { firstStart, firstStartRow } from './first-start-row';

const folders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('palier-first-start-'));

test('When the product starts in an empty folder, then the time until its first 200 is read beside that of PostgreSQL alone, and nothing is left', async () => {
  assert.deepEqual(firstStartRow().goal, { atMost: 3 });
  const before = await folders();
  const { subject, reference } = firstStart;
  const [product, database] = [await subject(), await reference()];
  assert.ok(database > 100 && product > database, `${product} ms, ${database} ms`);
  assert.deepEqual(await folders(), before);
});
