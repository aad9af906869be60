import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstStartIn, firstStartRow } from './first-start-row';

test('first start: in an empty folder, product and PostgreSQL are timed and leave no files', async (t) => {
  assert.deepEqual(firstStartRow().goal, { atMost: 3 });
  const place = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  t.after(() => rm(place, { recursive: true, force: true }));
  await chmod(place, 0o755);
  const { subject, reference } = firstStartIn(place);
  const [product, database] = [await subject(), await reference()];
  assert.ok(product > 0 && database > 0, `${product} ms, ${database} ms`);
  assert.deepEqual(await readdir(place), []);
});
