import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { dictionaryFormOf, expandWithDictionary, sha256 } from '@palier/server/web/dictionary-forms';
import { offerOfShell } from './needs';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { addDictionaryForms } from './dictionary-forms';
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

test('A build of the shell has forms of its files for browsers with one of the last five builds', async () => {
  const code = Array.from({ length: 90 }, (_line, number) => `var v${sha256(Buffer.from([number]))};`).join(
    '',
  );
  const contentOf = (build: number): string => `${code}var build = ${build};`;
  const name = (build: number): string => `main.0000000${build}.js`;
  for (let build = 0; build < 8; build += 1) {
    await writeFile(join(dist, name(build)), contentOf(build));
    await writeFile(join(dist, 'assets.json'), JSON.stringify([name(build)]));
    await prepareShellForServing(dist, maps);
    // Files are told apart by the moment when they were replaced.
    await setTimeout(2);
  }
  await dropOldFiles(dist, Date.now() + 4 * DAY_MS);
  const files = await readdir(dist);
  const dictionaries = [6, 5, 4, 3, 2].map(contentOf);
  const forms = dictionaries.map((text) => dictionaryFormOf(name(7), sha256(Buffer.from(text))));
  assert.deepEqual(files.filter((file) => file.endsWith('.dcz')).sort(), [...forms].sort());
  assert.deepEqual(
    files.filter((file) => /^main\.[0-9]{8}\.js$/.test(file)).sort(),
    [2, 3, 4, 5, 6, 7].map(name),
  );
  const form = await readFile(join(dist, forms[0]!));
  const made = await expandWithDictionary(form, Buffer.from(dictionaries[0]!), 1e6);
  assert.equal(made.toString(), contentOf(7));
});

test('A folder gets forms of its files for browsers that have those of an earlier folder', async () => {
  const [folder, earlier] = [await temporaryFolder(), await temporaryFolder()];
  const code = Array.from({ length: 90 }, (_line, number) => `var v${sha256(Buffer.from([number]))};`).join(
    '',
  );
  const newer = Buffer.from(`${code}var newer;`);
  await writeFile(join(earlier, 'main.00000000.js'), code);
  await writeFile(join(earlier, 'other.00000000.js'), code);
  await writeFile(join(folder, 'main.00000001.js'), newer);
  await addDictionaryForms(folder, [earlier]);
  const form = dictionaryFormOf('main.00000001.js', sha256(Buffer.from(code)));
  assert.deepEqual((await readdir(folder)).sort(), ['main.00000001.js', form]);
  const made = await expandWithDictionary(await readFile(join(folder, form)), Buffer.from(code), 1e6);
  assert.deepEqual(made, newer);
});

test('old files: replaced files stay for some days, the page and documents of a build forever', async () => {
  const folder = await temporaryFolder();
  const files = ['assets.json', 'index.html', 'index.html.br', 'main.js', 'main.js.gz', 'shell.json'];
  for (const file of [...files, 'chunk.aaaaaaaa.js.map'])
    await writeFile(join(folder, file), file === 'assets.json' ? '["main.js"]' : '');
  const names = async () => (await readdir(folder)).filter((file) => !file.startsWith('.')).sort();
  await dropOldFiles(folder);
  await dropOldFiles(folder, Date.now() + 2 * DAY_MS);
  assert.ok((await names()).includes('chunk.aaaaaaaa.js.map'));
  await dropOldFiles(folder, Date.now() + 4 * DAY_MS);
  assert.deepEqual(await names(), files);
});
