import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { addVersion } from './add-version';
import { checkVersion } from './publish';
import { EMPTY_REGISTRY, registrySchema } from './registry';
import { activate } from './registry-changes';
import { readSourceCommit } from './source-commit';
import { writeBuild, writeVersion } from './testing/test-store';
import {
  listVersions,
  readVersion,
  releasedVersion,
  versionFolder,
  type VersionDescription,
} from './versions';

async function setUp() {
  const folder = await temporaryFolder();
  const root = join(folder, 'store');
  return {
    root,
    dist: await writeBuild(folder, 'casino'),
    published: versionFolder(root, 'casino', '1.0.0'),
  };
}

test('addVersion: a version is published several times, it is added once and its files never change', async () => {
  const { root, dist, published } = await setUp();
  const added = await Promise.all([1, 2, 3].map(() => addVersion(root, 'casino', '1.0.0', dist)));
  assert.deepEqual(added.sort(), ['added', 'same', 'same']);
  await writeFile(join(dist, 'remoteEntry.js'), 'changed');
  assert.equal(await addVersion(root, 'casino', '1.0.0', dist), 'other');
  assert.equal(await readFile(join(published, 'remoteEntry.js'), 'utf8'), 'var casino;');
  assert.deepEqual(await listVersions(root, 'casino'), ['1.0.0']);
});

test('addVersion: every script and style has its hash, compressed forms are new, source maps are in a folder that is not served', async (context) => {
  const { root, dist, published } = await setUp();
  await writeFile(join(dist, 'other.js.br'), 'of the build');
  const built = join(dist, 'description.json');
  await writeFile(
    built,
    (await readFile(built, 'utf8')).replace('"uses":{}', '"uses":{"react":["useState"]}'),
  );
  process.env.SOURCE_DATE_EPOCH = '1700000000';
  context.after(() => delete process.env.SOURCE_DATE_EPOCH);
  await addVersion(root, 'casino', '1.0.0', dist);
  const description = await readVersion(root, 'casino', '1.0.0');
  assert.equal(description.publishedAt, '2023-11-14T22:13:20.000Z');
  assert.equal(description.commit, await readSourceCommit(ROOT));
  assert.deepEqual(description.needs.shared, { react: '^19.0.0' });
  assert.ok('jackpot/won' in description.needs.events);
  assert.deepEqual(
    ['remoteEntry.js.br', 'other.js.br'].map((name) => existsSync(join(published, name))),
    [true, false],
  );
  const hash = createHash('sha384').update('var casino;').digest('base64');
  assert.equal(description.integrity['remoteEntry.js'], `sha384-${hash}`);
  assert.deepEqual(Object.keys(description.integrity), ['remoteEntry.js', 'routes.css']);
  const released = releasedVersion(description, 'https://casino.example');
  assert.equal(released.entry, 'https://casino.example/remotes/casino/1.0.0/remoteEntry.js');
  assert.equal(released.contract, description.needs.contract);
  assert.equal(released.integrity[released.entry], `sha384-${hash}`);
  registrySchema.parse(activate(EMPTY_REGISTRY, 'casino', '1.0.0', released));
  assert.ok(!existsSync(join(published, 'remoteEntry.js.map')));
  assert.equal(await readFile(join(published, '.source-maps/remoteEntry.js.map'), 'utf8'), '{}');
});

test('addVersion: the build has a symbolic link or no valid description, it is refused by name; the folder of the build may be a link', async () => {
  const { root, dist } = await setUp();
  await mkdir(join(dist, 'images'));
  for (const [link, target] of [
    ['images/secret.svg', '/etc/hostname'],
    ['folder', '..'],
    ['entry.js', 'remoteEntry.js'],
  ] as const) {
    await symlink(target, join(dist, link));
    await assert.rejects(addVersion(root, 'casino', '1.0.0', dist), (error: Error) =>
      error.message.startsWith(`${join(dist, link)} is not a plain file`),
    );
    await rm(join(dist, link));
  }
  await symlink(dist, `${dist}-link`);
  assert.equal(await addVersion(root, 'casino', '1.0.0', `${dist}-link`), 'added');
  assert.ok((await lstat(versionFolder(root, 'casino', '1.0.0'))).isDirectory());
  await writeFile(join(dist, 'description.json'), '{"name":3}');
  await assert.rejects(addVersion(root, 'casino', '1.0.1', dist), /casino does not describe it: name /);
});

test('readVersion: a version that is not published, the error lists those that are, newest first', async () => {
  const { root, dist } = await setUp();
  await addVersion(root, 'casino', '1.0.0', dist);
  for (const folder of ['10.0.0', '9.0.0', 'other']) await mkdir(join(root, 'casino', folder));
  await assert.rejects(
    readVersion(root, 'casino', '7.0.0'),
    /not published\.\nPublished: 10\.0\.0, 9\.0\.0, 1\.0\.0$/,
  );
});

test('readVersion: the description is incomplete or of another version, one sentence says so', async () => {
  const { root } = await setUp();
  for (const [changes, message] of [
    [
      { integrity: undefined },
      /description\.json does not describe casino 1\.0\.0: integrity .*\n.*handed over again/,
    ],
    [{ integrity: { 'e.js': 'sha1-x' } }, /: integrity\.e\.js is not an integrity hash/],
    [{ integrity: {} }, /: integrity lacks a file/],
    [{ version: '2.0.0' }, /: casino 2\.0\.0\./],
    [{ name: 'agent' }, /: agent 1\.0\.0\./],
  ] as const) {
    await writeVersion(root, 'casino', '1.0.0', changes as Partial<VersionDescription>);
    await assert.rejects(
      readVersion(root, 'casino', '1.0.0'),
      (error) => error instanceof CommandError && message.test(error.message),
    );
  }
});

test('checkVersion: malformed versions and those of development builds are refused', () => {
  for (const version of ['1.4.0', '1.4.0-rc.1', '10.0.0-dev.beta']) checkVersion('casino', version);
  for (const version of ['0.3', 'v1.4.0', '1.4.0+monday', '', '1.4.0-dev.1'])
    assert.throws(
      () => checkVersion('casino', version),
      /mfe-casino\/package\.json has the version .*\n.*like 1\.4\.0/,
    );
});

test('readSourceCommit: uncommitted changes add a plus sign, without Git it is null', async () => {
  const folder = join(await temporaryFolder(), 'tree');
  await mkdir(folder);
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words]).toString();
  assert.equal(await readSourceCommit(folder), null);
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'first');
  const head = git('rev-parse', '--short=10', 'HEAD').trim();
  assert.equal(await readSourceCommit(folder), head);
  await writeFile(join(folder, 'new'), '');
  assert.equal(await readSourceCommit(folder), `${head}+`);
});
