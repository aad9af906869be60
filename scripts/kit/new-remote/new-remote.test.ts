import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { buildFront } from '@palier/build/front/build-front';
import { CommandError } from '@palier/base/command';
import { CACHE, ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import type { BuildDescription } from '@palier/shared/contracts/releases';
import { ensureBrowser, launchOptions } from '@palier/base/process/browser';
import { readManifest } from '@palier/base/workspaces.mjs';
import { checkName } from './name';
import { scaffold } from './scaffold';
import { remoteFiles } from './templates';

/** Inside the repository, so that packages resolve, and ignored by Git. */
const WORKSPACE = join(CACHE, 'new-remote-test');
const require = createRequire(import.meta.url);
const binary = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

before(async () => {
  await rm(WORKSPACE, { recursive: true, force: true });
  await mkdir(WORKSPACE, { recursive: true });
  // The tsconfig of a remote includes the declarations.
  for (const file of ['tsconfig.base.json', 'tsconfig.front.json', 'shared/src/css-modules.d.ts'])
    await cp(join(ROOT, file), join(WORKSPACE, file));
  const { dependencies } = readManifest('mfe-reports') as { dependencies: Record<string, string> };
  const files = remoteFiles({ name: 'tournaments', devPort: 3104, dependencies });
  await scaffold(WORKSPACE, 'tournaments', files);
});
after(() => rm(WORKSPACE, { recursive: true, force: true }));

const cwd = join(WORKSPACE, 'mfe-tournaments');
const assertPasses = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const { code, output } = await runNode(args, { cwd, env });
  assert.equal(code, 0, output);
};

test('scaffolded remote: its folder is the only new file', async () => {
  assert.deepEqual((await readdir(WORKSPACE)).sort(), [
    'mfe-tournaments',
    'shared',
    'tsconfig.base.json',
    'tsconfig.front.json',
  ]);
});

test('scaffolded remote: its types are right', () =>
  assertPasses([join(ROOT, 'scripts/types/node_modules/typescript/bin/tsc'), '--noEmit', '-p', '.']));

test('scaffolded remote: it is formatted', async () => {
  // Named one by one, since the folder itself is ignored by Git.
  const files = (await readdir(cwd, { recursive: true })).filter((file) => extname(file) !== '');
  await assertPasses([binary('oxfmt', 'bin/oxfmt'), '--check', ...files]);
});

test('scaffolded remote: its test passes', () =>
  assertPasses([
    join(
      dirname(createRequire(join(ROOT, 'shared/package.json')).resolve('jest/package.json')),
      'bin/jest.js',
    ),
  ]));

test('built remote: its description names its imports and their lowest versions', async () => {
  const { dist } = await buildFront('mfe-casino');
  const description = await readFile(join(dist, 'description.json'), 'utf8');
  const { uses, entry } = JSON.parse(description) as BuildDescription;
  assert.ok(uses.react?.includes('useEffectEvent') && uses['@palier/shared/session']?.includes('useUser'));
  const needs = (await readFile(join(dist, entry), 'utf8')).matchAll(
    /requiredVersion:"([^"]*)"[^{}]*shareKey:"([^"]*)"/g,
  );
  const ranges = Object.fromEntries(Array.from(needs, ([, range, library]) => [library, range]));
  assert.deepEqual(Object.keys(ranges).sort(), Object.keys(uses).sort());
  assert.equal(ranges.react, '^19.2.0');
  assert.equal(ranges['react/jsx-runtime'], '^19.0.0');
  assert.equal(ranges['@palier/shared/session'], '^1.0.0');
});

test('scaffolded remote: its own page greets the user without an error', async () => {
  // Without minimizers and source maps, which take most of the time: every remote of this repository is built
  // with them.
  const webpack = [require.resolve('webpack/bin/webpack.js'), '--mode', 'production'];
  const quick = ['--no-optimization-minimize', '--no-devtool'];
  await assertPasses([...webpack, ...quick], { NODE_ENV: 'production', STANDALONE: '1', MOCK: '1' });
  const browser = await chromium.launch(launchOptions(await ensureBrowser()));
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    // A static host: the files, and the page for every other address.
    await page.route('**/*', (route) => {
      const file = join(cwd, 'dist-standalone', basename(route.request().url()));
      return route.fulfill({ path: extname(file) === '' ? join(file, '../index.html') : file });
    });
    await page.goto('http://localhost/tournaments');
    await page.getByRole('heading', { name: 'Tournaments' }).waitFor();
    await page.getByText('Bonjour admin.').waitFor();
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
});

const refused = [
  'mfe-a',
  'tournaments',
  'mfe-../x',
  'mfe-top10',
  'mfe-shell',
  'mfe-reports',
  'mfe-class',
  'mfe-let',
];
// Global names of every page, and paths of other parts.
const taken = [
  'mfe-history',
  'mfe-fetch',
  'mfe-escape',
  'mfe-api',
  'mfe-metrics',
  'mfe-settings',
  'mfe-report',
];
for (const name of [undefined, '', ...refused, ...taken])
  test(`checkName: ${JSON.stringify(name)} is refused, with a reason of one line`, () => {
    assert.throws(
      () => checkName(name, ['casino', 'agent', 'reports']),
      (error: unknown) => error instanceof CommandError && !error.sentence.includes('\n'),
    );
  });
