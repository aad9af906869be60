import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { EMPTY_REGISTRY, type Registry } from './registry';
import {
  addRevision,
  changeCurrentRegistry,
  ConcurrentChange,
  historyFolder,
  listRevisions,
  readRegistry,
  readRevision,
  readSubtreeSalt,
} from './store';
import { activating, released } from './testing/test-store';

const readPublished = async (root: string): Promise<Registry> =>
  JSON.parse(await readFile(join(root, 'remotes.json'), 'utf8')) as Registry;

test('store: two changes of the same revision, one succeeds and records its operator and machine, the other names it', async () => {
  const root = await temporaryFolder();
  const before = await readRegistry(root);
  const results = await Promise.allSettled(
    ['1.0.0', '2.0.0'].map((version) =>
      addRevision(root, `activate casino ${version}`, activating('casino', version)(before)),
    ),
  );
  const [lost] = results.filter((result) => result.status === 'rejected');
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(lost?.reason instanceof ConcurrentChange);
  const { action, by } = await readRevision(root, 1);
  assert.equal(by, `${userInfo().username}@${hostname()}`);
  assert.ok(lost.reason.message.includes(action), lost.reason.message);
});

test('store: many concurrent changes, none is lost and remotes.json is the last revision', async () => {
  const root = await temporaryFolder();
  const names = Array.from({ length: 12 }, (_, index) => `remote${index}`);
  await Promise.all(names.map((name) => changeCurrentRegistry(root, name, activating(name, '1.0.0'))));
  const published = await readPublished(root);
  assert.deepEqual(Object.keys(published.remotes).sort(), [...names].sort());
  assert.deepEqual(published, await readRegistry(root));
  assert.equal((await listRevisions(root)).length, 12);
  assert.deepEqual((await readdir(root)).sort(), ['.store', 'remotes.json']);
});

test('store: the salt of subtree hashes is generated once, another store has another', async () => {
  const root = await temporaryFolder();
  const [first, second] = await Promise.all([readSubtreeSalt(root), readSubtreeSalt(root)]);
  assert.match(first, /^[0-9a-f]{48}$/);
  assert.deepEqual([second, await readSubtreeSalt(root)], [first, first]);
  assert.notEqual(await readSubtreeSalt(await temporaryFolder()), first);
  assert.deepEqual(await readdir(historyFolder(root)), []);
});

test('store: a change that makes the registry invalid writes nothing', async () => {
  const root = await temporaryFolder();
  const casino = { active: '1.0.0', previous: null, canary: null, versions: { '1.0.0': released } };
  for (const [changes, message] of [
    [{ versions: {} }, /names a version/],
    [{ previous: '0.9.0' }, /names a version/],
    [{ canary: { version: '2.0.0', percent: 5 } }, /names a version/],
    [{ canary: { version: '1.0.0', percent: 0 } }, /Invalid input|must be/],
    [{ canary: { version: '1.0.0', percent: 101 } }, /Invalid input|must be/],
    [{ active: '../1', versions: { '../1': released } }, /is not a version/],
  ] as const) {
    const changed = { ...EMPTY_REGISTRY, remotes: { casino: { ...casino, ...changes } } };
    await assert.rejects(addRevision(root, 'bad', changed), message);
    await assert.rejects(
      changeCurrentRegistry(root, 'bad', () => changed),
      message,
    );
  }
  assert.deepEqual(await listRevisions(root), []);
});

test('store: an unreadable or invalid remotes.json without a history is reported', async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, 'remotes.json'), '{');
  await assert.rejects(readRegistry(root), /cannot be read/);
  await writeFile(join(root, 'remotes.json'), '{"remotes":{"casino":{"active":"x"}}}');
  await assert.rejects(readRegistry(root), /is not valid: revision/);
  await writeFile(join(root, 'remotes.json'), JSON.stringify({ ...EMPTY_REGISTRY, more: 1 }));
  await assert.rejects(readRegistry(root), /is not valid/);
});

test('store: remotes.json cannot be written, no draft is left', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'remotes.json/in-the-way'), { recursive: true });
  await assert.rejects(addRevision(root, 'one', activating('casino', '1.0.0')(EMPTY_REGISTRY)));
  assert.deepEqual(await readdir(historyFolder(root)), ['00000001.json']);
  await writeFile(join(historyFolder(root), '.draft-of-a-killed-process'), '');
  assert.deepEqual(await listRevisions(root), [1]);
  assert.deepEqual((await readdir(root)).sort(), ['.store', 'remotes.json']);
});
