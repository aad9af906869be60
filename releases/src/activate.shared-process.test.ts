import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { addVersion } from './add-version';
import { activateRelease, startCanaryRelease } from './change-remote';
import { offerOfShell } from '@palier/build/front/needs';
import { publishDevelopmentVersion } from './publish-build';
import { changeCurrentRegistry, readRegistry } from './store';
import { activateInStore, writeBuild } from './testing/test-store';
import { readOrigin, versionFolder } from './versions';

async function setUp() {
  const folder = await temporaryFolder();
  const root = join(folder, 'store');
  process.env.REMOTES_ROOT = root;
  const shell = join(folder, 'shell');
  await mkdir(shell);
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  return { root, dist: await writeBuild(folder, 'casino'), shell };
}

test('activate, canary: a version has a changed or added file, a screen of another remote, more needs than the shell meets, or no signature of its team, it is refused', async () => {
  const { root, dist, shell } = await setUp();
  await addVersion(root, 'casino', '2.0.0', dist);
  await appendFile(join(versionFolder(root, 'casino', '2.0.0'), 'remoteEntry.js'), ' // more');
  const described = join(dist, 'description.json');
  const more = ',{"path":"/history","title":"x"}]}';
  await writeFile(described, (await readFile(described, 'utf8')).replace(/\]\}$/, more));
  await addVersion(root, 'casino', '2.1.0', dist);
  await activateInStore(root, 'casino', '1.0.0');
  const before = await readRegistry(root);
  const refused = async (version: string, refusal: RegExp): Promise<void> => {
    await assert.rejects(activateRelease('casino', version, shell), refusal);
    await assert.rejects(startCanaryRelease('casino', version, { percent: 5 }, shell), refusal);
  };

  await refused('2.0.0', /its file remoteEntry\.js differs from the published one/);
  await refused('2.1.0', /\/history belongs to reports/);
  const added = join(versionFolder(root, 'casino', '2.1.0'), 'added.js');
  await writeFile(added, '');
  await refused('2.1.0', /its file added\.js differs from the published one/);
  await rm(added);
  await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), contract: '2.0.0' }));
  await refused('2.1.0', /it needs the routes contract/);
  assert.deepEqual(await readRegistry(root), before);
  await changeCurrentRegistry(root, 'keys', (registry) => ({
    ...registry,
    teamKeys: { casino: ['a'.repeat(43)] },
  }));
  await refused('2.1.0', /2\.1\.0 is not signed by a key of its team/);
});

test('activate: a version has a symbolic link or a device, or is behind a link, it is refused', async () => {
  const { root, dist, shell } = await setUp();
  await addVersion(root, 'casino', '2.0.0', dist);
  const folder = versionFolder(root, 'casino', '2.0.0');
  await symlink('/etc/hostname', join(folder, 'banner.svg'));
  await assert.rejects(activateRelease('casino', '2.0.0', shell), /gate: banner\.svg is not a plain file/);
  await rm(join(folder, 'banner.svg'));
  execFileSync('mkfifo', [join(folder, 'pipe.svg')]);
  await assert.rejects(activateRelease('casino', '2.0.0', shell), /gate: pipe\.svg is not a plain file/);
  await rm(join(folder, 'pipe.svg'));
  await rename(folder, `${root}-elsewhere`);
  await symlink(`${root}-elsewhere`, folder);
  await assert.rejects(activateRelease('casino', '2.0.0', shell), /casino.2\.0\.0 is not a plain file/);
});

test('development version: it replaces another development version, never a released one; only a new store takes the origins of overrides', async () => {
  const { root, dist } = await setUp();
  const active = async () => (await readRegistry(root)).remotes.casino?.active;
  for (const hash of ['aaaaaaaa', 'bbbbbbbb', 'bbbbbbbb']) {
    const version = await publishDevelopmentVersion('casino', dist, hash);
    assert.match(version, new RegExp(`-dev\\.${hash}$`));
    assert.equal(await active(), version);
    assert.equal((await readOrigin(root, 'casino', version)).isUnchecked, false);
    if (hash === 'aaaaaaaa') {
      assert.ok((await readRegistry(root)).overrideOrigins.length > 0);
      await changeCurrentRegistry(root, 'overrides none', (registry) => ({
        ...registry,
        overrideOrigins: [],
        remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
      }));
    }
  }
  const { revision, overrideOrigins, remotes } = await readRegistry(root);
  assert.deepEqual([revision, overrideOrigins], [3, []], 'the active version again changes nothing');
  assert.match(remotes.casino?.versions[remotes.casino.active]?.entry ?? '', /^https:\/\/casino\.example\//);
  await activateInStore(root, 'casino', '1.0.0');
  assert.match(
    await publishDevelopmentVersion('casino', dist, 'cccccccc'),
    /-dev\.cccccccc \(not activated: the released version 1\.0\.0 is active\)$/,
  );
  assert.equal(await active(), '1.0.0');
});
