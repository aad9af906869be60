import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { dictionaryFormOf, expandWithDictionary, sha256 } from '@palier/server/web/dictionary-forms';
import { checkVersion } from '../publish';
import { developmentVersion } from '../publish-build';
import {
  EMPTY_REGISTRY,
  isDevelopmentVersion,
  registrySchema,
  versionNameSchema,
  type VersionDescription,
} from '@palier/shared/contracts/releases';
import { activate } from '../registry-changes';
import { readSourceCommit } from '../source-commit';
import { publishDist, provideTestStore, writeBuild, writeVersion } from '../testing/test-store';
import { releasedVersion } from '../version-files';
import { listVersions, readFiles, readVersion } from '../versions';

describe('versions', () => {
  const at = provideTestStore();

  test('A version that is published several times is added once, and its files never change', async () => {
    const dist = await writeBuild(at.folder, 'casino');
    const added = await Promise.all([1, 2, 3].map(() => publishDist(at.store, 'casino', '1.0.0', dist)));
    assert.deepEqual(added.sort(), ['added', 'same', 'same']);
    await writeFile(join(dist, 'remoteEntry.js'), 'changed');
    assert.equal(await publishDist(at.store, 'casino', '1.0.0', dist), 'other');
    const files = await readFiles(at.store, 'casino', '1.0.0');
    assert.equal(files.get('remoteEntry.js')?.toString(), 'var casino;');
    assert.deepEqual(await listVersions(at.store, 'casino'), ['1.0.0']);
  });

  test('A version has forms of its scripts and styles for users of the five versions before it', async () => {
    const code = Array.from({ length: 90 }, (_line, number) => sha256(Buffer.from([number]))).join(';');
    const contentOf = (version: number): string => `${code};${version}`;
    for (let version = 1; version <= 7; version += 1) {
      const content = contentOf(version);
      const files = {
        [`chunks/routes.0000000${version}.js`]: content,
        'chunks/a.aaaaaaaa.css': code,
      };
      await writeVersion(at.store, 'casino', `1.${version}.0`, { files });
    }
    const files = await readFiles(at.store, 'casino', '1.7.0');
    const forms = [...files.keys()].filter((path) => path.endsWith('.dcz'));
    const routes = 'chunks/routes.00000007.js';
    const expected = [6, 5, 4, 3, 2].map((version) =>
      dictionaryFormOf(routes, sha256(Buffer.from(contentOf(version)))),
    );
    // A file that stays the same is at another address.
    const unchanged = dictionaryFormOf('chunks/a.aaaaaaaa.css', sha256(Buffer.from(code)));
    assert.deepEqual(forms.sort(), [...expected, unchanged].sort());
    const dictionary = Buffer.from(contentOf(4));
    const form = files.get(dictionaryFormOf(routes, sha256(dictionary)))!;
    assert.equal((await expandWithDictionary(form, dictionary, 1e6)).toString(), contentOf(7));
  });

  test('A version has its hashes, compressed forms and unserved source maps', async (context) => {
    const dist = await writeBuild(at.folder, 'casino');
    await writeFile(join(dist, 'other.js.br'), 'of the build');
    const built = join(dist, 'description.json');
    await writeFile(
      built,
      (await readFile(built, 'utf8')).replace('"uses":{}', '"uses":{"react":["useState"]}'),
    );
    process.env.SOURCE_DATE_EPOCH = '1700000000';
    context.after(() => delete process.env.SOURCE_DATE_EPOCH);
    await publishDist(at.store, 'casino', '1.0.0', dist);
    const description = await readVersion(at.store, 'casino', '1.0.0');
    assert.equal(description.publishedAt, '2023-11-14T22:13:20.000Z');
    assert.equal(description.commit, await readSourceCommit(ROOT));
    assert.deepEqual(description.needs.shared, { react: '^19.0.0' });
    assert.ok('jackpot/won' in description.needs.events);
    const files = await readFiles(at.store, 'casino', '1.0.0');
    assert.deepEqual(
      ['remoteEntry.js.br', 'other.js.br', 'remoteEntry.js.map'].map((name) => files.has(name)),
      [true, false, false],
    );
    assert.equal(files.get('.source-maps/remoteEntry.js.map')?.toString(), '{}');
    const hash = createHash('sha256').update('var casino;').digest('base64');
    assert.deepEqual(Object.keys(description.integrity), [
      'remoteEntry.js',
      '.source-maps/remoteEntry.js.map',
      'routes.css',
    ]);
    const released = releasedVersion(description, 'https://casino.example');
    assert.equal(released.entry, 'https://casino.example/remotes/casino/1.0.0/remoteEntry.js');
    assert.equal(released.contract, description.needs.contract);
    assert.equal(released.integrity[released.entry], `sha256-${hash}`);
    registrySchema.parse(activate(EMPTY_REGISTRY, 'casino', '1.0.0', released));
  });

  test('A build with a symbolic link or an invalid description is refused by name', async () => {
    const dist = await writeBuild(at.folder, 'casino');
    await mkdir(join(dist, 'images'));
    for (const [link, target] of [
      ['images/secret.svg', '/etc/hostname'],
      ['folder', '..'],
      ['entry.js', 'remoteEntry.js'],
    ] as const) {
      await symlink(target, join(dist, link));
      await assert.rejects(publishDist(at.store, 'casino', '1.0.0', dist), (error: Error) =>
        error.message.startsWith(`${join(dist, link)} is not a plain file`),
      );
      await rm(join(dist, link));
    }
    await symlink(dist, `${dist}-link`);
    assert.equal(await publishDist(at.store, 'casino', '1.0.0', `${dist}-link`), 'added');
    await writeFile(join(dist, 'description.json'), '{"name":3}');
    await assert.rejects(
      publishDist(at.store, 'casino', '1.0.1', dist),
      /casino does not describe it: name /,
    );
  });

  test('The error about a version that is not published lists those that are, newest first', async () => {
    for (const version of ['9.0.0', '10.0.0', '1.0.0']) await writeVersion(at.store, 'casino', version);
    await assert.rejects(
      readVersion(at.store, 'casino', '7.0.0'),
      /not published\.\nPublished: 10\.0\.0, 9\.0\.0, 1\.0\.0$/,
    );
  });

  test('A description that is incomplete or of another version is refused in one sentence', async () => {
    let minor = 0;
    for (const [changes, message] of [
      [{ integrity: undefined }, /description\.json of casino \S+ does not describe it: integrity /],
      [{ integrity: { 'e.js': 'sha1-x' } }, /: integrity\.e\.js is not an integrity hash/],
      [{ integrity: {} }, /: integrity lacks a file/],
      [{ version: '2.0.0' }, /: it is of casino 2\.0\.0\./],
      [{ name: 'agent' }, /: it is of agent /],
      [{ commit: '\u001b[2Jforged' }, /: commit is not a commit/],
    ] as const) {
      minor += 1;
      const version = `1.${minor}.0`;
      const own = { version, ...changes } as Partial<VersionDescription>;
      await writeVersion(at.store, 'casino', version, own);
      await assert.rejects(
        readVersion(at.store, 'casino', version),
        (error) => error instanceof CommandError && message.test(error.message),
      );
    }
  });
});

test('A hash that begins with 0 and has digits alone makes a valid development version', () => {
  const version = developmentVersion('casino', '03386965aa');
  assert.ok(versionNameSchema.safeParse(version).success, version);
  assert.ok(isDevelopmentVersion(version), version);
});

test('Malformed versions and those of development builds are refused', () => {
  for (const version of ['1.4.0', '1.4.0-rc.1', '10.0.0-dev.beta']) checkVersion('casino', version);
  for (const version of ['0.3', 'v1.4.0', '1.4.0+monday', '', '1.4.0-dev.1', '01.0.0', '1.0.0-..'])
    assert.throws(
      () => checkVersion('casino', version),
      /mfe-casino\/package\.json has the version .*\n.*like 1\.4\.0/,
    );
});

test('Uncommitted changes add a plus sign to the commit, which is null without Git', async () => {
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
