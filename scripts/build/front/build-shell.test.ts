import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { offerOfShell } from './needs';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { dropOldFiles, prepareShellForServing } from './build-shell';

const DAY_MS = 86_400_000;

let dist: string;
let maps: string;
beforeEach(async () => {
  const folder = await temporaryFolder();
  [dist, maps] = [join(folder, 'dist'), join(folder, 'maps')];
  await finishShellOf(['main.a.js', 'main.a.js.map']);
});

async function finishShellOf(files: readonly string[]): Promise<void> {
  await mkdir(dist, { recursive: true });
  for (const file of files) await writeFile(join(dist, file), 'var shell;');
  await writeFile(join(dist, 'assets.json'), JSON.stringify(files));
  await prepareShellForServing(dist, maps);
}

test('build of the shell: the compressed twins of shell.json are of the last build', async () => {
  for (const file of ['shell.json', 'shell.json.br', 'shell.json.gz'])
    await writeFile(join(dist, file), 'of the build before');
  await prepareShellForServing(dist, maps);
  const read = async (file: string, unpack: (content: Buffer) => Buffer): Promise<unknown> =>
    JSON.parse(unpack(await readFile(join(dist, file))).toString());
  assert.deepEqual(await read('shell.json', (content) => content), offerOfShell());
  assert.deepEqual(await read('shell.json.br', brotliDecompressSync), offerOfShell());
  assert.deepEqual(await read('shell.json.gz', gunzipSync), offerOfShell());
});

test('build of the shell: its source maps stay outside the served folder', async () => {
  assert.deepEqual(await readdir(maps), ['main.a.js.map']);
  await finishShellOf(['main.b.js', 'main.b.js.map']);
  assert.deepEqual((await readdir(maps)).sort(), ['main.a.js.map', 'main.b.js.map']);
  assert.ok(!(await readdir(dist)).some((file) => file.endsWith('.map')));

  await rm(join(dist, 'main.a.js'));
  await finishShellOf(['main.b.js', 'main.b.js.map']);
  assert.deepEqual(await readdir(maps), ['main.b.js.map']);
});

test('old files: replaced files stay for some days, the page and documents of a build forever', async () => {
  const folder = await temporaryFolder();
  const files = ['assets.json', 'index.html', 'index.html.br', 'main.js', 'main.js.gz', 'shell.json'];
  for (const file of [...files, 'chunk.aaaaaaaa.js'])
    await writeFile(join(folder, file), file === 'assets.json' ? '["main.js"]' : '');
  const names = async () => (await readdir(folder)).filter((file) => !file.startsWith('.')).sort();
  await dropOldFiles(folder);
  await dropOldFiles(folder, Date.now() + 2 * DAY_MS);
  assert.ok((await names()).includes('chunk.aaaaaaaa.js'));
  await dropOldFiles(folder, Date.now() + 4 * DAY_MS);
  assert.deepEqual(await names(), files);
});
