import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Fault } from '../fault';
import { CACHE, ROOT } from '../paths';
import { runNode } from '../process/run';
import { readManifest } from '../workspaces.mjs';
import { checkName } from './name';
import { scaffold } from './scaffold';

/** Inside the repository, so that packages resolve, and outside what Git sees. */
const WORKSHOP = join(CACHE, 'new-remote-test');
const require = createRequire(import.meta.url);
const binary = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

before(async () => {
  await rm(WORKSHOP, { recursive: true, force: true });
  await mkdir(WORKSHOP, { recursive: true });
  await cp(join(ROOT, 'tsconfig.base.json'), join(WORKSHOP, 'tsconfig.base.json'));
  // The sources of shared name style modules, which every package declares from there.
  const declarations = 'shared/src/css-modules.d.ts';
  await cp(join(ROOT, declarations), join(WORKSHOP, declarations));
  const { dependencies } = readManifest('mfe-reports') as { dependencies: Record<string, string> };
  await scaffold(WORKSHOP, { name: 'tournaments', devPort: 3104, dependencies });
});
after(() => rm(WORKSHOP, { recursive: true, force: true }));

const cwd = join(WORKSHOP, 'mfe-tournaments');
const assertPasses = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const { code, output } = await runNode(args, { cwd, env });
  assert.equal(code, 0, output);
};

test('When a remote is scaffolded, then it is there whole and nothing else is', async () => {
  assert.deepEqual((await readdir(WORKSHOP)).sort(), ['mfe-tournaments', 'shared', 'tsconfig.base.json']);
});

test('When a remote is scaffolded, then its types hold', () =>
  assertPasses([binary('typescript', 'bin/tsc'), '--noEmit', '-p', '.']));

test('When a remote is scaffolded, then it is formatted as the house formats', () =>
  assertPasses([
    binary('prettier', 'bin/prettier.cjs'),
    '--check',
    '.',
    '--ignore-path',
    '/dev/null',
    '--config',
    join(ROOT, '.prettierrc.json'),
  ]));

test('When a remote is scaffolded, then its own test passes', () =>
  assertPasses([
    join(
      dirname(createRequire(join(ROOT, 'shared/package.json')).resolve('jest/package.json')),
      'bin/jest.js',
    ),
  ]));

test('When a remote is scaffolded, then it builds for the shell and as a page of its own', async () => {
  const webpack = [require.resolve('webpack/bin/webpack.js'), '--mode', 'production'];
  const env = { NODE_ENV: 'production' };
  await assertPasses(webpack, { ...env, STANDALONE: '0' });
  await assertPasses(webpack, { ...env, STANDALONE: '1' });
  const files = [...(await readdir(join(cwd, 'dist'))), ...(await readdir(join(cwd, 'dist-standalone')))];
  assert.ok(files.includes('description.json') && files.includes('index.html'), files.join(', '));
});

for (const name of [
  undefined,
  '',
  'tournaments',
  'mfe-',
  'mfe-Tournaments',
  'mfe-a',
  'mfe-../x',
  'mfe-a b',
  'mfe-shell',
  'mfe-reports',
  'mfe-1st',
  'mfe-été',
]) {
  test(`When the name is ${JSON.stringify(name)}, then it is refused in one sentence`, () => {
    assert.throws(
      () => checkName(name, ['casino', 'agent', 'reports']),
      (error: unknown) => error instanceof Fault && !error.sentence.includes('\n'),
    );
  });
}
