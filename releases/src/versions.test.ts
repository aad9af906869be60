import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod/mini';
import { dropOldFiles } from '@palier/scripts/build/old-files';
import { addVersion } from './add-version';
import { refusalsOf } from './gate/compatibility';
import { needsOf, offerOfShell, signature } from './needs';
import { prune } from './prune';
import { checkVersion } from './publish';
import { activate, startCanary } from './registry-changes';
import { sourceCommit } from './source-commit';
import { EMPTY_REGISTRY, registrySchema } from './registry';
import { alteredFile, exists, listVersions, readVersion, releasedVersion, versionFolder } from './versions';

const DAY_MS = 86_400_000;

let folders: string;
before(async () => {
  folders = await mkdtemp(join(tmpdir(), 'palier-versions-'));
});
after(() => rm(folders, { recursive: true }));

async function newBuild(content = 'var casino;'): Promise<{ root: string; dist: string }> {
  const folder = await mkdtemp(join(folders, 'build-'));
  const dist = join(folder, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'remoteEntry.js'), content);
  await writeFile(join(dist, 'routes.css'), 'a{}');
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}');
  const description = { name: 'casino', entry: 'remoteEntry.js', preload: [], styles: ['routes.css'] };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  return { root: join(folder, 'store'), dist };
}

test('When a version is published twice, then the first stays, and of two at once one is it', async () => {
  const { root, dist } = await newBuild();
  const added = await Promise.all([1, 2, 3].map(() => addVersion(root, 'casino', '1.0.0', dist)));
  assert.deepEqual(added.filter(Boolean).length, 1);
  await writeFile(join(dist, 'remoteEntry.js'), 'changed');
  assert.equal(await addVersion(root, 'casino', '1.0.0', dist), false);
  const kept = await readFile(join(versionFolder(root, 'casino', '1.0.0'), 'remoteEntry.js'), 'utf8');
  assert.equal(kept, 'var casino;');
  assert.deepEqual(await listVersions(root, 'casino'), ['1.0.0']);
});

test('When a package has a version that no release can bear, then it is refused before it is published', () => {
  for (const version of ['1.4.0', '1.4.0-rc.1', '10.0.0-dev.next']) checkVersion('casino', version);
  for (const version of ['0.3', 'v1.4.0', '1.4.0+monday', '', '1.4.0-dev.1'])
    assert.throws(
      () => checkVersion('casino', version),
      /mfe-casino\/package\.json has the version .*\n.*like 1\.4\.0/,
    );
});

test('When a version is built from a tree with other changes, then its commit is marked; without Git it has none', async () => {
  const folder = await mkdtemp(join(folders, 'tree-'));
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words]).toString();
  assert.equal(await sourceCommit(folder), null);
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'first');
  const head = git('rev-parse', '--short=10', 'HEAD').trim();
  assert.equal(await sourceCommit(folder), head);
  await writeFile(join(folder, 'new'), '');
  assert.equal(await sourceCommit(folder), `${head}+`);
});

test('When a published version is described, then every file has its hash, and no source map is there', async () => {
  const { root, dist } = await newBuild();
  await addVersion(root, 'casino', '1.0.0', dist);
  const description = await readVersion(root, 'casino', '1.0.0');
  assert.deepEqual(Object.keys(description.integrity), ['remoteEntry.js', 'routes.css']);
  const released = releasedVersion(description, 'https://casino.example');
  assert.equal(released.entry, 'https://casino.example/remotes/casino/1.0.0/remoteEntry.js');
  registrySchema.parse(activate({ ...EMPTY_REGISTRY }, 'casino', '1.0.0', released));
  assert.equal(await exists(join(versionFolder(root, 'casino', '1.0.0'), 'remoteEntry.js.map')), false);
});

test('When one byte of a published file changes, then that file is named', async () => {
  const { root, dist } = await newBuild();
  await addVersion(root, 'casino', '1.0.0', dist);
  const description = await readVersion(root, 'casino', '1.0.0');
  assert.equal(await alteredFile(root, description), null);
  await appendFile(join(versionFolder(root, 'casino', '1.0.0'), 'routes.css'), ' ');
  assert.equal(await alteredFile(root, description), 'routes.css');
});

test('When a version is not published, then the published ones are named', async () => {
  const { root, dist } = await newBuild();
  await addVersion(root, 'casino', '1.0.0', dist);
  await assert.rejects(readVersion(root, 'casino', '9.0.0'), /not published\.\nPublished: 1\.0\.0/);
});

test('A remote built from this tree suits the shell built from it', () => {
  for (const name of ['casino', 'agent', 'reports'])
    assert.deepEqual(refusalsOf(needsOf(name), offerOfShell()), []);
});

test('When the shell has a later minor of a facade, then a remote built for an earlier one suits it; not the other way', () => {
  const needs = needsOf('casino');
  const offer = offerOfShell();
  const offering = (version: string) => ({
    ...offer,
    shared: { ...offer.shared, '@palier/shared/ui': version },
  });
  const built = { ...needs, shared: { ...needs.shared, '@palier/shared/ui': '^1.2.0' } };
  assert.deepEqual(refusalsOf(built, offering('1.2.0')), []);
  assert.deepEqual(refusalsOf(built, offering('1.3.0')), []);
  assert.equal(refusalsOf(built, offering('1.1.9')).length, 1);
  assert.equal(refusalsOf(built, offering('2.0.0')).length, 1);
});

test('When a need is not met, then one line says which', () => {
  const needs = needsOf('casino');
  const offer = offerOfShell();
  const refused = (changed: Partial<typeof needs>): string =>
    refusalsOf({ ...needs, ...changed }, offer).join('; ');
  assert.match(refused({ contract: '^2.0.0' }), /needs the routes contract \^2\.0\.0; the shell has 1\./);
  for (const [library, range, has] of [
    ['react', '^18.0.0', '19'],
    ['react-dom', '^18.0.0', '19'],
    ['@palier/shared/router', '^9.0.0', '1'],
    ['@palier/shared/rxjs', '^9.0.0', '1'],
    ['@palier/shared/bus', '^9.0.0', '1'],
  ] as const)
    assert.ok(
      refused({ shared: { [library]: range } }).startsWith(
        `it needs ${library} ${range}; the shell has ${has}.`,
      ),
    );
  assert.equal(refused({ shared: { react: '^19.0.0', 'react-dom': '^19.0.0' } }), '');
  assert.match(refused({ shared: { vue: '^3.0.0' } }), /needs vue .* does not share/);
  assert.match(
    refused({ events: { 'casino/burnt': '1:aaaaaaaa' } }),
    /event casino\/burnt, which the shell does not know/,
  );
  assert.match(
    refused({ events: { 'jackpot/won': '2:aaaaaaaa' } }),
    /version 2 of the event jackpot\/won; the shell has 1/,
  );
  assert.match(
    refused({ events: { 'jackpot/won': '1:aaaaaaaa' } }),
    /payload of the event jackpot\/won differs/,
  );
});

test('When an event gains an optional field, then remotes built before it suit; any other change of its payload shows', () => {
  const of = (payload: z.core.$ZodType): string => signature({ version: 1, payload });
  const before = z.object({ prizeAmount: z.number(), tier: z.string() });
  assert.equal(of(z.extend(before, { winId: z.optional(z.number()) })), of(before));
  for (const changed of [
    z.extend(before, { winId: z.number() }),
    z.object({ prizeAmount: z.number() }),
    z.object({ prizeAmount: z.string(), tier: z.string() }),
    z.partial(before),
  ])
    assert.notEqual(of(changed), of(before));
});

test('When versions are pruned, then those in use, the newest and the young stay', async () => {
  const { root, dist } = await newBuild();
  const [previous, active, canary] = ['1.0.0', '1.1.0', '1.2.0'];
  for (const version of [previous, active, canary, '1.3.0', '1.4.0', '1.5.0'])
    await addVersion(root, 'casino', version, dist);
  const released = releasedVersion(await readVersion(root, 'casino', previous));
  const inUse = [previous, active].reduce(
    (before, version) => activate(before, 'casino', version, released),
    EMPTY_REGISTRY,
  );
  const registry = startCanary(inUse, 'casino', { version: canary, percent: 5 }, released);
  const limits = { keep: 1, days: 7 };
  assert.deepEqual(await prune(root, registry, ['casino'], limits), []);
  const later = Date.now() + 8 * DAY_MS;
  assert.deepEqual(await prune(root, registry, ['casino'], limits, later), ['casino 1.4.0', 'casino 1.3.0']);
  assert.deepEqual(await listVersions(root, 'casino'), ['1.5.0', canary, active, previous]);
});

test('When development versions are pruned, then the last three stay', async () => {
  const { root, dist } = await newBuild();
  for (let build = 0; build < 5; build += 1) await addVersion(root, 'casino', `0.1.0-dev.a${build}`, dist);
  const limits = { keep: Number.POSITIVE_INFINITY, days: 1 };
  await prune(root, EMPTY_REGISTRY, ['casino'], limits, Date.now() + 2 * DAY_MS);
  assert.equal((await listVersions(root, 'casino')).length, 3);
});

test('When the shell is rebuilt, then the files of the build before stay for some days', async () => {
  const { dist } = await newBuild();
  const old = join(dist, 'chunk.aaaaaaaa.js');
  await writeFile(old, '');
  await writeFile(join(dist, 'assets.json'), '["remoteEntry.js","routes.css","remoteEntry.js.map"]');
  await dropOldFiles(dist);
  await dropOldFiles(dist, Date.now() + 2 * DAY_MS);
  assert.equal(await exists(old), true);
  await dropOldFiles(dist, Date.now() + 4 * DAY_MS);
  assert.equal(await exists(old), false);
  assert.equal(await exists(join(dist, 'remoteEntry.js')), true);
});
