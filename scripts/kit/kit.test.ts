import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { readManifest } from '@palier/base/workspaces.mjs';
import { KIT_REPORT, kitReport } from './kit-report';
import { makeKit } from './make-kit';

/** Inside the repository, whose packages stand in for those that npm would install with the kit. */
const KIT = join(ROOT, '.cache/kit-test');
const folder = await temporaryFolder();
before(() => makeKit(KIT));
after(() => rm(KIT, { recursive: true }));

const palierRemote = (cwd: string, ...words: string[]) =>
  runNode([join(KIT, 'remote-kit/bin/palier-remote.mjs'), ...words], {
    cwd,
    env: { INIT_CWD: cwd, RELEASES_URL: '', npm_config_registry: 'http://registry.example/' },
  });

test('kit: each packed archive has compiled files and types alone, with every entry of shared', async () => {
  for (const archive of (await readdir(KIT)).filter((name) => name.endsWith('.tgz'))) {
    const files = execFileSync('tar', ['-tzf', join(KIT, archive)], { encoding: 'utf8' }).split('\n');
    const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\/jest\/setup\.ts$/.test(file));
    assert.deepEqual(sources, [], archive);
    assert.ok(!files.some((file) => file.includes('.test.')), archive);
    if (!archive.includes('shared')) continue;
    const { exports } = JSON.parse(await readFile(join(KIT, 'shared/package.json'), 'utf8')) as {
      exports: Record<string, string | { types: string; default: string }>;
    };
    assert.deepEqual(
      Object.keys(exports),
      Object.keys((readManifest('shared') as { exports: object }).exports),
    );
    const named = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : [entry.types, entry.default],
    );
    for (const path of named) assert.ok(files.includes(path.replace('.', 'package')), path);
  }
});

test('kit: its dependencies have all packages that its files import', async () => {
  const { dependencies } = JSON.parse(await readFile(join(KIT, 'remote-kit/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // React and the router are dependencies of @palier/shared; remote-kit declares all others.
  const { dependencies: ofShared } = readManifest('shared') as { dependencies: Record<string, string> };
  const files = (await readdir(join(KIT, 'remote-kit'), { recursive: true })).filter((name) =>
    /(?<!\.d)\.(m?js|ts)$/.test(name),
  );
  for (const file of files) {
    const text = await readFile(join(KIT, 'remote-kit', file), 'utf8');
    for (const [, name] of text.matchAll(
      /^(?:import|export) (?:.*? from )?['"]((?:@[\w-]+\/)?[\w-][\w.-]*)[^'"]*['"];$/gm,
    ))
      assert.ok(
        name!.startsWith('node') ||
          name === '@palier/remote-kit' ||
          name! in dependencies ||
          name! in ofShared,
        `${file} imports ${name}`,
      );
  }
});

test('The packages of the kit describe what they offer', async () => {
  assert.equal(await readFile(KIT_REPORT, 'utf8'), kitReport(), 'Run: npm run kit -- --report');
  for (const file of ['shared/api.txt', 'remote-kit/api.txt', 'remote-kit/README.md'])
    assert.ok((await readFile(join(KIT, file), 'utf8')).length > 0, file);
  const { exports } = JSON.parse(await readFile(join(KIT, 'remote-kit/package.json'), 'utf8')) as {
    exports: object;
  };
  const named = kitReport().match(/^@palier\/remote-kit\/\S+/gm) ?? [];
  assert.deepEqual(
    named.map((entry) => entry.replace('@palier/remote-kit', '.')),
    Object.keys(exports).filter((entry) => entry !== './package.json'),
  );
});

test('The bundler and the Jest preset of the kit load without files of this repository', async () => {
  for (const file of ['bundler/index.mjs', 'jest/index.mjs'])
    await import(pathToFileURL(join(KIT, 'remote-kit/src', file)).href);
});

/** The steps of a job of GitHub that can read a secret. */
const stepsWithSecrets = (workflow: string): string[] =>
  workflow.split(/^ {6}- /m).filter((step) => step.includes('secrets.'));

test('A pipeline of the kit shows secrets to no step that installs packages, and pins actions', async () => {
  const place = join(await temporaryFolder(), 'mfe-quests');
  await palierRemote(join(place, '..'), 'new', 'mfe-quests');
  const github = await readFile(join(place, '.github/workflows/remote.yml'), 'utf8');
  assert.equal(stepsWithSecrets(github).length, 5);
  for (const step of stepsWithSecrets(github)) assert.doesNotMatch(step, /npm ci/);
  for (const [, action] of github.matchAll(/uses: (.*)/g))
    assert.match(action!, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v/);
  assert.match(github, /publish:\n(?: {4}.*\n)*? {4}environment: signing/);
  const gitlab = await readFile(join(place, '.gitlab-ci.yml'), 'utf8');
  const installing = gitlab.split(/^(?=\w+:)/m).filter((job) => job.includes('npm ci'));
  assert.equal(installing.length, 1);
  assert.doesNotMatch(installing[0]!, /environment|RELEASE_/);
  for (const pipeline of [github, gitlab])
    assert.match(
      pipeline,
      /\n *promote:\n(?:(?! *activate).*\n)*?.*status --healthy "\$.*\n(?:.*\n)*?.* activate "\$/,
      'a person who promotes gives no version to all users that is no healthy canary',
    );
});

test('kit: a new remote is a Git repository with pipelines, and imports nothing of ours', async () => {
  const { code, output } = await palierRemote(folder, 'new', 'mfe-quests');
  assert.equal(code, 0, output);
  const place = join(folder, 'mfe-quests');
  const files = await readdir(place, { recursive: true });
  for (const file of ['.git', '.gitlab-ci.yml', '.github/workflows/remote.yml', 'README.md', '.npmrc'])
    assert.ok(files.includes(file), file);
  for (const file of files.filter((name) => /\.(json|mjs|tsx?)$/.test(name) && !name.startsWith('.git/')))
    assert.doesNotMatch(
      await readFile(join(place, file), 'utf8'),
      /@palier\/(?!shared|remote-kit)|\.\.\/(scripts|shared|tsconfig)/,
    );
  const key = await palierRemote(place, 'keys', 'new', 'team.pem');
  assert.match(key.output, /Its public key: /);
  const again = await palierRemote(folder, 'new', 'mfe-quests');
  assert.equal(again.code, 3);
  assert.match(again.output, /already exists/);
});

test('kit: an operator’s command, a mistake and a folder without a remote are refused', async () => {
  for (const words of [['serve'], ['publish', '0.1.0'], ['keys', 'quests'], []])
    assert.notEqual((await palierRemote(folder, ...words)).code, 0, words.join(' '));
  assert.match((await palierRemote(folder, 'activate', '0.1.0')).output, /RELEASES_URL is not set/);
  assert.match((await palierRemote(folder, 'build')).output, /no src\/screens\.json/);
  for (const command of ['new', 'dev', 'test', 'check', 'build', 'keys', 'publish', 'canary', 'status']) {
    const help = await palierRemote(folder, command, '--help');
    assert.equal(help.code, 0, command);
    assert.match(help.output, /palier-remote dev \[--mock\]/);
  }
});
