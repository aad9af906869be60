import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { offerOfShell } from '@palier/releases/needs';
import { finishShell } from './build-shell';

let dist: string;
let maps: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-shell-'));
  [dist, maps] = [join(folder, 'dist'), join(folder, 'maps')];
  await finishShellOf(['main.a.js', 'main.a.js.map']);
});
afterEach(() => rm(folder, { recursive: true }));

async function finishShellOf(files: readonly string[]): Promise<void> {
  await mkdir(dist, { recursive: true });
  for (const file of files) await writeFile(join(dist, file), 'var shell;');
  await writeFile(join(dist, 'assets.json'), JSON.stringify(files));
  await finishShell(dist, maps);
}

test('When the shell is built over another build, then the compressed twins of shell.json are of this build', async () => {
  for (const file of ['shell.json', 'shell.json.br', 'shell.json.gz'])
    await writeFile(join(dist, file), 'of the build before');
  await finishShell(dist, maps);
  const read = async (file: string, unpack: (content: Buffer) => Buffer): Promise<unknown> =>
    JSON.parse(unpack(await readFile(join(dist, file))).toString());
  assert.deepEqual(await read('shell.json', (content) => content), offerOfShell());
  assert.deepEqual(await read('shell.json.br', brotliDecompressSync), offerOfShell());
  assert.deepEqual(await read('shell.json.gz', gunzipSync), offerOfShell());
});

test('When the shell is built, then its source maps are kept apart from what is served, as long as their files', async () => {
  assert.deepEqual(await readdir(maps), ['main.a.js.map']);
  await finishShellOf(['main.b.js', 'main.b.js.map']);
  assert.deepEqual((await readdir(maps)).sort(), ['main.a.js.map', 'main.b.js.map']);
  assert.deepEqual(
    (await readdir(dist)).filter((file) => file.endsWith('.map')),
    [],
  );

  await rm(join(dist, 'main.a.js'));
  await finishShellOf(['main.b.js', 'main.b.js.map']);
  assert.deepEqual(await readdir(maps), ['main.b.js.map']);
});
