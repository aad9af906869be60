import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { prune } from './prune';
import { EMPTY_REGISTRY } from './registry';
import { historyFolder } from './store';
import { DESCRIPTION, listVersions, versionFolder } from './versions';

const DAY_MS = 86_400_000;
const LIMITS = { keep: 1, days: 7 };
const VERSIONS = ['1.3.0', '1.2.0', '1.1.0', '1.0.0'];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-prune-'));
  const publishedAt = new Date(Date.now() - 8 * DAY_MS).toISOString();
  for (const version of VERSIONS) {
    const folder = versionFolder(root, 'casino', version);
    await mkdir(folder, { recursive: true });
    for (let chunk = 0; chunk < 20; chunk += 1) await writeFile(join(folder, `${chunk}.js`), '');
    await writeFile(join(folder, DESCRIPTION), JSON.stringify({ name: 'casino', version, publishedAt }));
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));
const run = (now?: number): Promise<string[]> => prune(root, EMPTY_REGISTRY, ['casino'], LIMITS, now);

/** A change of the registry, so many days ago, after which `active` is the version in use. */
async function record(revision: number, daysAgo: number, active: string): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  const casino = { active, previous: null, canary: null, versions: {} };
  const registry = { revision, overrideOrigins: [], remotes: { casino } };
  await mkdir(historyFolder(root), { recursive: true });
  const file = join(historyFolder(root), `${String(revision).padStart(8, '0')}.json`);
  await writeFile(file, JSON.stringify({ at, by: 'a test', action: 'activate', registry }));
}

test('When a version was in use until lately, then it stays however old: an open tab may still ask for its chunks', async () => {
  await record(1, 30, '1.2.0');
  await record(2, 9, '1.0.0');
  await record(3, 3, '1.1.0');
  await record(4, 1, '1.3.0');
  assert.deepEqual(await run(), ['casino 1.2.0']);
  assert.deepEqual(await run(Date.now() + 4.1 * DAY_MS), ['casino 1.0.0']);
  assert.deepEqual(await run(Date.now() + 6.1 * DAY_MS), ['casino 1.1.0']);
});

test('When a revision of years ago cannot be read any more, then nothing asks for it', async () => {
  await record(1, 900, '1.0.0');
  await record(2, 800, '1.1.0');
  await record(3, 3, '1.2.0');
  await writeFile(join(historyFolder(root), '00000001.json'), '');
  assert.deepEqual(await run(), ['casino 1.0.0']);
});

test('When a folder is no whole version, then it is passed over and the others are pruned', async () => {
  await rm(join(versionFolder(root, 'casino', '1.1.0'), DESCRIPTION));
  await writeFile(join(versionFolder(root, 'casino', '1.2.0'), DESCRIPTION), '');
  assert.deepEqual(await run(), ['casino 1.0.0']);
});

test('When several prune at once, then each version is pruned once and none of them fails', async () => {
  const pruned = (await Promise.all([1, 2, 3].map(() => run()))).flat();
  assert.deepEqual(pruned.sort(), ['casino 1.0.0', 'casino 1.1.0', 'casino 1.2.0']);
  assert.deepEqual(await readdir(join(root, 'casino')), ['1.3.0']);
});

test('When processes were killed at work, then a day later prune removes what they left, and not before', async () => {
  const history = join(root, '.store/history');
  const leftovers = [join(root, 'casino/.draft-a'), join(root, 'casino/.gone-b'), join(history, '.draft-c')];
  const longAgo = new Date(Date.now() - 30 * DAY_MS);
  for (const folder of leftovers) {
    await mkdir(join(folder, 'deep'), { recursive: true });
    // A version keeps its times under its new name: they do not say since when it is going.
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
