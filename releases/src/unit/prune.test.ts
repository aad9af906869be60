import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { prune } from '../prune';
import { startCanary } from '../registry-changes';
import { addRevision, readRegistry } from '../store';
import { activateInStore, activating, released, provideTestStore, writeVersion } from '../testing/test-store';
import { listVersions, readFiles } from '../versions';

const DAY_MS = 86_400_000;
const LIMITS = { keep: 1, days: 7 };
const VERSIONS = ['1.3.0', '1.2.0', '1.1.0', '1.0.0'];

describe('prune', () => {
  const at = provideTestStore();
  beforeEach(async () => {
    for (const version of VERSIONS) await publish('casino', version, 8);
  });
  const run = (now?: number): Promise<string[]> =>
    prune(at.store, EMPTY_REGISTRY, ['casino'], { ...LIMITS, now });

  async function publish(name: string, version: string, daysAgo: number): Promise<void> {
    await writeVersion(at.store, name, version);
    await at.owner.query(
      `update release_versions set published_at = now() - make_interval(days => $3)
        where (remote, version) = ($1, $2)`,
      [name, version, daysAgo],
    );
  }

  /** Makes a version's last use this long ago. */
  const use = (version: string, daysAgo: number): Promise<unknown> =>
    at.owner.query(
      'update release_versions set used_at = now() - make_interval(days => $2) where version = $1',
      [version, daysAgo],
    );

  test('The active, previous and canary version, the newest and the young ones stay', async () => {
    const two = activating('casino', '1.1.0')(activating('casino', '1.0.0')(EMPTY_REGISTRY));
    for (const [registry, pruned] of [
      [startCanary(two, 'casino', { version: '1.2.0', percent: 5 }, released), []],
      [two, ['casino 1.2.0']],
    ] as const)
      assert.deepEqual(await prune(at.store, registry, ['casino'], { keep: 1, days: 7 }), pruned);
    assert.deepEqual(await prune(at.store, EMPTY_REGISTRY, ['casino'], { keep: 1, days: 9 }), []);
  });

  test('The youngest three development versions stay, whatever their names', async () => {
    for (let build = 0; build < 5; build += 1) await publish('agent', `0.1.0-dev.a${build}`, 4 + build);
    await prune(at.store, EMPTY_REGISTRY, ['agent'], { keep: Number.POSITIVE_INFINITY, days: 1 });
    assert.deepEqual(await listVersions(at.store, 'agent'), ['0.1.0-dev.a2', '0.1.0-dev.a1', '0.1.0-dev.a0']);
  });

  test('A version in use within the limit stays, and a pruned one loses its files', async () => {
    await use('1.0.0', 3);
    await use('1.1.0', 1);
    assert.deepEqual(await run(), ['casino 1.2.0']);
    assert.equal((await readFiles(at.store, 'casino', '1.2.0')).size, 0);
    assert.deepEqual(await run(Date.now() + 4.1 * DAY_MS), ['casino 1.0.0']);
    assert.deepEqual(await run(Date.now() + 6.1 * DAY_MS), ['casino 1.1.0']);
  });

  test('A version that is replaced counts as used until then', async () => {
    await activateInStore(at.store, 'casino', '1.0.0');
    await use('1.0.0', 30);
    await addRevision(at.store, 'x', activating('casino', '1.1.0')(await readRegistry(at.store)));
    assert.deepEqual(await run(), ['casino 1.2.0']);
  });

  test('A version put in use meanwhile stays; concurrent runs prune each version once', async () => {
    await activateInStore(at.store, 'casino', '1.2.0');
    const pruned = (await Promise.all([1, 2, 3].map(() => run()))).flat();
    assert.deepEqual(pruned.sort(), ['casino 1.0.0', 'casino 1.1.0']);
    assert.deepEqual(await listVersions(at.store, 'casino'), ['1.3.0', '1.2.0']);
  });
});
