import assert from 'node:assert/strict';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { prune } from './prune';
import { EMPTY_REGISTRY } from './registry';
import { startCanary } from './registry-changes';
import { historyFolder } from './store';
import { activating, released, writeVersion } from './testing/test-store';
import { listVersions, versionFolder } from './versions';

const DAY_MS = 86_400_000;
const LIMITS = { keep: 1, days: 7 };
const VERSIONS = ['1.3.0', '1.2.0', '1.1.0', '1.0.0'];

describe('prune', () => {
  let root: string;
  beforeEach(async () => {
    root = await temporaryFolder();
    const publishedAt = new Date(Date.now() - 8 * DAY_MS).toISOString();
    for (const version of VERSIONS) {
      const folder = await writeVersion(root, 'casino', version, { publishedAt });
      for (let chunk = 0; chunk < 20; chunk += 1) await writeFile(join(folder, `${chunk}.js`), '');
    }
  });
  const run = (now?: number): Promise<string[]> => prune(root, EMPTY_REGISTRY, ['casino'], LIMITS, now);

  /** Writes a revision of `daysAgo` that makes `active` the active version. */
  async function writeRevision(revision: number, daysAgo: number, active: string): Promise<void> {
    const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const casino = { active, previous: null, canary: null, versions: {} };
    const registry = { revision, overrideOrigins: [], remotes: { casino } };
    await mkdir(historyFolder(root), { recursive: true });
    const file = join(historyFolder(root), `${String(revision).padStart(8, '0')}.json`);
    await writeFile(file, JSON.stringify({ at, by: 'a test', action: 'activate', registry }));
  }

  test('prune: the active, previous and canary version, the newest and the young ones stay', async () => {
    const two = activating('casino', '1.1.0')(activating('casino', '1.0.0')(EMPTY_REGISTRY));
    for (const [registry, pruned] of [
      [startCanary(two, 'casino', { version: '1.2.0', percent: 5 }, released), []],
      [two, ['casino 1.2.0']],
    ] as const)
      assert.deepEqual(await prune(root, registry, ['casino'], { keep: 1, days: 7 }), pruned);
    assert.deepEqual(await prune(root, EMPTY_REGISTRY, ['casino'], { keep: 1, days: 9 }), []);
  });

  test('prune: the youngest three development versions stay, whatever their names', async () => {
    for (let build = 0; build < 5; build += 1) {
      const publishedAt = new Date(Date.now() - (4 + build) * DAY_MS).toISOString();
      await writeVersion(root, 'agent', `0.1.0-dev.a${build}`, { publishedAt });
    }
    const limits = { keep: Number.POSITIVE_INFINITY, days: 1 };
    await prune(root, EMPTY_REGISTRY, ['agent'], limits);
    assert.deepEqual(await listVersions(root, 'agent'), ['0.1.0-dev.a2', '0.1.0-dev.a1', '0.1.0-dev.a0']);
  });

  test('prune: a version that was in use within the limit stays, whatever its age', async () => {
    await writeRevision(1, 30, '1.2.0');
    await writeRevision(2, 9, '1.0.0');
    await writeRevision(3, 3, '1.1.0');
    await writeRevision(4, 1, '1.3.0');
    assert.deepEqual(await run(), ['casino 1.2.0']);
    assert.deepEqual(await run(Date.now() + 4.1 * DAY_MS), ['casino 1.0.0']);
    assert.deepEqual(await run(Date.now() + 6.1 * DAY_MS), ['casino 1.1.0']);
  });

  test('prune: an unreadable revision from before the limit is not read', async () => {
    await writeRevision(1, 900, '1.0.0');
    await writeRevision(2, 800, '1.1.0');
    await writeRevision(3, 3, '1.2.0');
    await writeFile(join(historyFolder(root), '00000001.json'), '');
    assert.deepEqual(await run(), ['casino 1.0.0']);
  });

  test('prune: incomplete versions are skipped, the others are pruned', async () => {
    await rm(join(versionFolder(root, 'casino', '1.1.0'), DESCRIPTION_FILE));
    await writeFile(join(versionFolder(root, 'casino', '1.2.0'), DESCRIPTION_FILE), '');
    assert.deepEqual(await run(), ['casino 1.0.0']);
  });

  test('prune: concurrent runs, each version is pruned once and no run fails', async () => {
    const pruned = (await Promise.all([1, 2, 3].map(() => run()))).flat();
    assert.deepEqual(pruned.sort(), ['casino 1.0.0', 'casino 1.1.0', 'casino 1.2.0']);
    assert.deepEqual(await readdir(join(root, 'casino')), ['1.3.0']);
  });

  test('prune: drafts of killed processes are removed after a day, not before', async () => {
    const history = join(root, '.store/history');
    const leftovers = [
      join(root, 'casino/.draft-a'),
      join(root, 'casino/.gone-b'),
      join(history, '.draft-c'),
    ];
    const longAgo = new Date(Date.now() - 30 * DAY_MS);
    for (const folder of leftovers) {
      await mkdir(join(folder, 'deep'), { recursive: true });
      // A renamed version keeps its modification time, so that time does not show when the rename was.
      await utimes(folder, longAgo, longAgo);
    }
    await writeFile(join(history, 'notes.txt'), '');
    await run();
    assert.equal((await readdir(join(root, 'casino'))).filter((name) => name.startsWith('.')).length, 2);
    await run(Date.now() + 1.1 * DAY_MS);
    assert.deepEqual(await listVersions(root, 'casino'), ['1.3.0']);
    assert.deepEqual(await readdir(join(root, 'casino')), ['1.3.0']);
    assert.deepEqual(await readdir(history), ['notes.txt']);
  });
});
