import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { activate, readRegistry, updateRegistry, type ReleasedVersion } from './registry';

const released: ReleasedVersion = { entry: '/e.js', integrity: 'sha384-x', preload: [], styles: [] };

test('When a version is activated, then the one before stays as the fallback', () => {
  const first = activate({ remotes: {} }, 'casino', '1', released);
  assert.equal(first.remotes.casino?.previous, null);
  const second = activate(first, 'casino', '2', released);
  assert.deepEqual([second.remotes.casino?.active, second.remotes.casino?.previous], ['2', '1']);
  assert.deepEqual(Object.keys(second.remotes.casino?.versions ?? {}), ['1', '2']);
});

test('When the active version is activated again, then its fallback is kept', () => {
  const twice = ['1', '2', '2'].reduce(
    (registry, version) => activate(registry, 'casino', version, released),
    {
      remotes: {},
    },
  );
  assert.equal(readPrevious(twice), '1');
});

test('When remotes are published at once, then no update is lost and no draft is left', async () => {
  const root = await mkdtemp(join(tmpdir(), 'palier-registry-'));
  const names = ['casino', 'agent', 'reports'];
  await Promise.all(
    names.map((name) => updateRegistry(root, (registry) => activate(registry, name, '1', released))),
  );
  assert.deepEqual(Object.keys((await readRegistry(root)).remotes).sort(), [...names].sort());
  assert.deepEqual(await readdir(root), ['remotes.json']);
});

const readPrevious = (registry: ReturnType<typeof activate>): string | null | undefined =>
  registry.remotes.casino?.previous;
