import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { offerOfShell } from '@palier/build/front/needs';
import { activateBuild } from '../activate-build';
import type { Passage } from '../admission';
import { buildVersion } from '../build-version';
import { activateRelease, endCanaryRelease, startCanaryRelease } from '../change-remote';
import { publishDevelopmentVersion } from '../publish-build';
import { activate } from '../registry-changes';
import { changeCurrentRegistry, readRegistry, readRevisions } from '../store';
import {
  activateInStore,
  forge,
  provideTestStore,
  publishDist,
  specifiedScreens,
  writeBuild,
  writeVersion,
} from '../testing/test-store';
import { releasedVersion } from '../version-files';
import { addVersion, readOrigin, readVersion } from '../versions';

describe('activation', () => {
  const at = provideTestStore();

  async function setUp(): Promise<{ dist: string; shell: string }> {
    const shell = join(at.folder, 'shell');
    await mkdir(shell);
    await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
    return { dist: await writeBuild(at.folder, 'casino'), shell };
  }

  test('A version with an altered file, a fault or no signature of its team is refused', async () => {
    const { dist, shell } = await setUp();
    await publishDist(at.store, 'casino', '2.0.0', dist);
    await forge(
      at.owner,
      "update release_files set content = 'more' where version = '2.0.0' and path = 'remoteEntry.js'",
    );
    const described = join(dist, 'description.json');
    const more = ',{"path":"/history","title":"x"}]}';
    await writeFile(described, (await readFile(described, 'utf8')).replace(/\]\}$/, more));
    await publishDist(at.store, 'casino', '2.1.0', dist);
    await activateInStore(at.store, 'casino', '1.0.0');
    const before = await readRegistry(at.store);
    const refused = async (version: string, refusal: RegExp): Promise<void> => {
      await assert.rejects(activateRelease(at.store, 'casino', version, { shell }), refusal);
      const canary = startCanaryRelease(
        at.store,
        { name: 'casino', version, audience: { percent: 5 } },
        { shell },
      );
      await assert.rejects(canary, refusal);
    };

    await refused('2.0.0', /its file remoteEntry\.js differs from the published one/);
    await refused('2.1.0', /\/history belongs to reports/);
    await at.owner.query("insert into release_files values ('casino', '2.1.0', 'added.js', '')");
    await refused('2.1.0', /its file added\.js differs from the published one/);
    await at.owner.query("delete from release_files where path = 'added.js'");
    await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), contract: '2.0.0' }));
    await refused('2.1.0', /it needs the routes contract/);
    assert.deepEqual(await readRegistry(at.store), before);
    await changeCurrentRegistry(at.store, 'keys', (registry) => ({
      ...registry,
      teamKeys: { casino: ['a'.repeat(43)] },
    }));
    await refused('2.1.0', /2\.1\.0 is not signed by a key of its team/);
  });

  test('An unchecked version or a withdrawn canary needs a reason, which the history keeps', async () => {
    const { dist, shell } = await setUp();
    const ungated = 'a test';
    const unchecked = await buildVersion('casino', '2.0.0', dist);
    await addVersion(at.store, unchecked.description, unchecked.files);
    await publishDist(at.store, 'casino', '2.1.0', dist);
    await activateInStore(at.store, 'casino', '1.0.0');
    const activate = (version: string, passage: Passage = {}) =>
      activateRelease(at.store, 'casino', version, { shell, ungated, ...passage });
    await assert.rejects(
      activate('2.0.0'),
      /2\.0\.0 is not given to users: it was published without its checks/,
    );

    const start = () =>
      startCanaryRelease(
        at.store,
        { name: 'casino', version: '2.1.0', audience: { percent: 5 } },
        { shell, ungated },
      );
    await start();
    await endCanaryRelease(at.store, 'casino', '2.1.0', '3 of 20 sessions failed.');
    for (const change of [start, () => activate('2.1.0')])
      await assert.rejects(
        change(),
        /its canary was withdrawn: 3 of 20 sessions failed\. Nothing was changed/,
      );
    const withdrawal = (await readRevisions(at.store, 1))[0];
    assert.equal(withdrawal?.action, 'canary casino --off --withdrawn "3 of 20 sessions failed."');

    for (const version of ['2.0.0', '2.1.0']) {
      await activate(version, { despite: 'an urgent correction' });
      const [last] = await readRevisions(at.store, 1);
      assert.equal(
        last?.action,
        `activate casino ${version} --despite "an urgent correction" --ungated "a test"`,
      );
    }
  });

  test('An installation that would take the path of a team is refused, and changes nothing', async () => {
    const arena = { path: '/arena', title: 'Arène' };
    const packaged = specifiedScreens('agent');
    await writeVersion(at.store, 'agent', '1.0.0-dev.a1', { screens: packaged });
    await writeVersion(at.store, 'agent', '1.0.0-dev.a2', { screens: [...packaged, arena] });
    await writeVersion(at.store, 'quests', '1.0.0', { screens: [arena] });
    const install = (version: string) =>
      activateBuild(at.store, { name: 'agent', version, by: 'install', overrideOrigins: [] });
    assert.equal(await install('1.0.0-dev.a1'), null);
    const quests = releasedVersion(await readVersion(at.store, 'quests', '1.0.0'));
    await changeCurrentRegistry(at.store, 'x', (registry) => activate(registry, 'quests', '1.0.0', quests));
    const before = await readRegistry(at.store);
    await assert.rejects(install('1.0.0-dev.a2'), /agent: \/arena belongs to quests\. agent stays as it was/);
    assert.deepEqual(await readRegistry(at.store), before);
  });

  test('A development version never replaces a released one; a new store takes the origins', async () => {
    const { dist } = await setUp();
    const active = async () => (await readRegistry(at.store)).remotes.casino?.active;
    for (const hash of ['aaaaaaaa', 'bbbbbbbb', 'bbbbbbbb']) {
      const version = await publishDevelopmentVersion(at.store, 'casino', dist, hash);
      assert.match(version, new RegExp(`-dev\\.b${hash}$`));
      assert.equal(await active(), version);
      assert.equal((await readOrigin(at.store, 'casino', version)).isUnchecked, false);
      if (hash === 'aaaaaaaa') {
        assert.ok((await readRegistry(at.store)).overrideOrigins.length > 0);
        await changeCurrentRegistry(at.store, 'overrides none', (registry) => ({
          ...registry,
          overrideOrigins: [],
          remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
        }));
      }
    }
    const { revision, overrideOrigins, remotes } = await readRegistry(at.store);
    assert.deepEqual([revision, overrideOrigins], [3, []], 'the active version again changes nothing');
    assert.match(
      remotes.casino?.versions[remotes.casino.active]?.entry ?? '',
      /^https:\/\/casino\.example\//,
    );
    await activateInStore(at.store, 'casino', '1.0.0');
    assert.match(
      await publishDevelopmentVersion(at.store, 'casino', dist, 'cccccccc'),
      /-dev\.bcccccccc \(not activated: the released version 1\.0\.0 is active\)$/,
    );
    assert.equal(await active(), '1.0.0');
  });
});
