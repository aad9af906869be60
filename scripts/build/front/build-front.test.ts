import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { CACHE, ROOT } from '@palier/base/paths';
import { buildFront } from './build-front';

/** Inside the repository, so that packages resolve, and ignored by Git. */
const NAME = '.cache/build-front-test';
const PACKAGE = join(ROOT, NAME);
const MARKER = join(CACHE, 'builds', `${NAME}.hash`);

const write = (text: string): Promise<void> =>
  writeFile(join(PACKAGE, 'src/index.js'), `console.log('${text}');`);
const built = (): Promise<string> => readFile(join(PACKAGE, 'dist/main.js'), 'utf8');

before(async () => {
  await rm(PACKAGE, { recursive: true, force: true });
  for (const folder of ['src', 'dist']) await mkdir(join(PACKAGE, folder), { recursive: true });
  await mkdir(dirname(MARKER), { recursive: true });
  const config = "export default { entry: './src/index.js', optimization: { minimize: false } };";
  await writeFile(join(PACKAGE, 'webpack.config.mjs'), config);
  await writeFile(join(PACKAGE, 'dist/description.json'), '{"entry":"main.js"}');
});
after(async () => {
  await rm(PACKAGE, { recursive: true });
  await rm(dirname(MARKER), { recursive: true });
});

test('build: a package whose build was cut short is built again', async () => {
  await write('first');
  await buildFront(NAME);
  assert.equal((await buildFront(NAME)).took, null);

  await write('second');
  const cut = (): Promise<never> => Promise.reject(new Error('cut short'));
  await assert.rejects(buildFront(NAME, cut), /cut short/);
  assert.match(await built(), /second/);

  await write('first');
  assert.notEqual((await buildFront(NAME)).took, null);
  assert.match(await built(), /first/);
});

test('A package whose compiler options changed is built again', async () => {
  await buildFront(NAME);
  await writeFile(join(PACKAGE, 'tsconfig.json'), '{"compilerOptions":{"target":"ES2023"}}');
  assert.notEqual((await buildFront(NAME)).took, null);
  assert.equal((await buildFront(NAME)).took, null);
});

test('build: a package that was built by hand is built again', async () => {
  await writeFile(join(PACKAGE, 'dist/description.json'), '{"entry":"main.js","uses":{}}');
  assert.notEqual((await buildFront(NAME)).took, null);
  assert.equal((await buildFront(NAME)).took, null);
});
