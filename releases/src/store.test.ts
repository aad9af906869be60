import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { activate, rollBack, startCanary, endCanary } from './registry-changes';
import { EMPTY_REGISTRY, type Registry, type ReleasedVersion } from './registry';
import {
  changeCurrentRegistry,
  changeRegistry,
  listRevisions,
  readRegistry,
  readRevision,
  RegistryMoved,
} from './store';

const released: ReleasedVersion = {
  entry: '/e.js',
  preload: [],
  styles: [],
  integrity: { '/e.js': 'sha384-x' },
};
let stores: string;
before(async () => {
  stores = await mkdtemp(join(tmpdir(), 'palier-store-'));
});
after(() => rm(stores, { recursive: true }));

const newStore = (): Promise<string> => mkdtemp(join(stores, 'store-'));
const activating =
  (name: string, version: string) =>
  (registry: Registry): Registry =>
    activate(registry, name, version, released);

test('When a version is activated, then the one before stays as the fallback and older ones are not described', () => {
  const third = ['1.0.0', '2.0.0', '3.0.0'].reduce(
    (registry, version) => activate(registry, 'casino', version, released),
    EMPTY_REGISTRY,
  );
  assert.equal(third.remotes.casino?.active, '3.0.0');
  assert.equal(third.remotes.casino?.previous, '2.0.0');
  assert.deepEqual(Object.keys(third.remotes.casino?.versions ?? {}), ['2.0.0', '3.0.0']);
});

test('When the active version is activated again, then its fallback is kept', () => {
  const twice = ['1.0.0', '2.0.0', '2.0.0'].reduce(
    (registry, version) => activate(registry, 'casino', version, released),
    EMPTY_REGISTRY,
  );
  assert.equal(twice.remotes.casino?.previous, '1.0.0');
});

test('When a release is rolled back, then the bad version is no longer offered, not even as a fallback', () => {
  const two = activate(activating('casino', '1.0.0')(EMPTY_REGISTRY), 'casino', '2.0.0', released);
  const back = rollBack(two, 'casino', null).remotes.casino;
  assert.deepEqual(
    [back?.active, back?.previous, Object.keys(back?.versions ?? {})],
    ['1.0.0', null, ['1.0.0']],
  );
  assert.throws(
    () => rollBack({ ...two, remotes: { casino: back as never } }, 'casino', null),
    /no version before/,
  );
});

test('When a canary starts and ends, then the active version stays', () => {
  const one = activating('casino', '1.0.0')(EMPTY_REGISTRY);
  const with5 = startCanary(one, 'casino', { version: '2.0.0', percent: 5 }, released);
  assert.deepEqual(with5.remotes.casino?.canary, { version: '2.0.0', percent: 5 });
  assert.equal(with5.remotes.casino?.active, '1.0.0');
  assert.deepEqual(endCanary(with5, 'casino'), one);
});

test('When another version is activated, or the active one rolled back, then the canary has ended', () => {
  const two = activate(activating('casino', '1.0.0')(EMPTY_REGISTRY), 'casino', '2.0.0', released);
  const withCanary = startCanary(two, 'casino', { version: '3.0.0', percent: 5 }, released);
  for (const after of [
    activate(withCanary, 'casino', '3.0.0', released),
    activate(withCanary, 'casino', '4.0.0', released),
    rollBack(withCanary, 'casino', null),
  ])
    assert.equal(after.remotes.casino?.canary, null);
});

test('When two activate the same revision at once, then one wins and the other is told who and what', async () => {
  const root = await newStore();
  const before = await readRegistry(root);
  const results = await Promise.allSettled(
    ['1.0.0', '2.0.0'].map((version) =>
      changeRegistry(root, before, `activate casino ${version}`, activating('casino', version)),
    ),
  );
  const [lost] = results.filter((result) => result.status === 'rejected');
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(lost?.reason instanceof RegistryMoved);
  const { action } = await readRevision(root, 1);
  assert.ok(lost.reason.message.includes(action), lost.reason.message);
});

test('When many change the registry at once, then no change is lost and remotes.json is the last revision', async () => {
  const root = await newStore();
  const names = Array.from({ length: 12 }, (_, index) => `remote${index}`);
  await Promise.all(names.map((name) => changeCurrentRegistry(root, name, activating(name, '1.0.0'))));
  const published = JSON.parse(await readFile(join(root, 'remotes.json'), 'utf8')) as Registry;
  assert.deepEqual(Object.keys(published.remotes).sort(), [...names].sort());
  assert.deepEqual(published, await readRegistry(root));
  assert.equal((await listRevisions(root)).length, 12);
  assert.deepEqual((await readdir(root)).sort(), ['.store', 'remotes.json']);
});

test('When a process died between its revision and remotes.json, then the next change publishes both', async () => {
  const root = await newStore();
  await changeRegistry(root, await readRegistry(root), 'one', activating('casino', '1.0.0'));
  const stale = await readFile(join(root, 'remotes.json'));
  await changeRegistry(root, await readRegistry(root), 'two', activating('agent', '1.0.0'));
  await writeFile(join(root, 'remotes.json'), stale);
  await changeRegistry(root, await readRegistry(root), 'three', activating('reports', '1.0.0'));
  const published = JSON.parse(await readFile(join(root, 'remotes.json'), 'utf8')) as Registry;
  assert.deepEqual(Object.keys(published.remotes).sort(), ['agent', 'casino', 'reports']);
});

test('When a change would make the document invalid, then nothing is written', async () => {
  const root = await newStore();
  const nowhere = (registry: Registry): Registry => ({
    ...registry,
    remotes: { casino: { active: '1.0.0', previous: null, canary: null, versions: {} } },
  });
  await assert.rejects(changeRegistry(root, EMPTY_REGISTRY, 'bad', nowhere), /names a version/);
  assert.deepEqual(await listRevisions(root), []);
});

test('When remotes.json cannot be read, then that is told; a document from before the store counts as none', async () => {
  const root = await newStore();
  await writeFile(join(root, 'remotes.json'), '{');
  await assert.rejects(readRegistry(root), /cannot be read/);
  await writeFile(join(root, 'remotes.json'), '{"remotes":{"casino":{"active":"x"}}}');
  assert.deepEqual(await readRegistry(root), EMPTY_REGISTRY);
  await rm(root, { recursive: true });
});

test('When a change is made, then its record says who made it, and on which machine', async () => {
  const root = await newStore();
  await changeRegistry(root, EMPTY_REGISTRY, 'activate casino 1.0.0', activating('casino', '1.0.0'));
  assert.equal((await readRevision(root, 1)).by, `${userInfo().username}@${hostname()}`);
});
