import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dropOldFiles } from './old-files';

const DAY_MS = 86_400_000;

test('old files: replaced files stay for some days, the page and documents of the build stay forever', async (context) => {
  const dist = await mkdtemp(join(tmpdir(), 'palier-old-files-'));
  context.after(() => rm(dist, { recursive: true }));
  const files = ['assets.json', 'index.html', 'index.html.br', 'main.js', 'main.js.gz', 'shell.json'];
  for (const file of [...files, 'chunk.aaaaaaaa.js'])
    await writeFile(join(dist, file), file === 'assets.json' ? '["main.js"]' : '');
  const names = async () => (await readdir(dist)).filter((file) => !file.startsWith('.')).sort();
  await dropOldFiles(dist);
  await dropOldFiles(dist, Date.now() + 2 * DAY_MS);
  assert.ok((await names()).includes('chunk.aaaaaaaa.js'));
  await dropOldFiles(dist, Date.now() + 4 * DAY_MS);
  assert.deepEqual(await names(), files);
});
