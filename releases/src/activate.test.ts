import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { activateRelease, startCanaryRelease } from './activate';
import { addVersion } from './add-version';
import { activate } from './registry-changes';
import { offerOfShell } from './needs';
import { publishDevelopmentVersion } from './publish';
import { changeRegistry, readRegistry } from './store';
import { readVersion, releasedVersion, versionFolder } from './versions';

/** A store, the build of a remote for it, and a shell that suits it. */
async function setUp(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'palier-activate-'));
  context.after(() => rm(folder, { recursive: true }));
  const root = join(folder, 'store');
  const dist = join(folder, 'dist');
  const shell = join(folder, 'shell');
  process.env.REMOTES_ROOT = root;
  for (const made of [dist, shell]) await mkdir(made);
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  await writeFile(join(dist, 'remoteEntry.js'), 'var casino;');
  const built = { name: 'casino', entry: 'remoteEntry.js', preload: [], styles: [] };
  await writeFile(join(dist, 'description.json'), JSON.stringify(built));
  /** As a team does, but for the gate. */
  async function release(version: string): Promise<void> {
    await addVersion(root, 'casino', version, dist);
    const released = releasedVersion(await readVersion(root, 'casino', version));
    await changeRegistry(root, await readRegistry(root), `activate casino ${version}`, (registry) =>
      activate(registry, 'casino', version, released),
    );
  }
  return { root, dist, shell, release };
}

test('When a file of a version is no longer the one that was published, then nobody is given it, not even as a canary', async (context) => {
  const { root, dist, shell, release } = await setUp(context);
  await release('1.0.0');
  await addVersion(root, 'casino', '2.0.0', dist);
  const before = await readRegistry(root);

  await appendFile(join(versionFolder(root, 'casino', '2.0.0'), 'remoteEntry.js'), ' // more');
  const refusal = /its file remoteEntry\.js is not the one that was published/;
  await assert.rejects(activateRelease('casino', '2.0.0', shell), refusal);
  await assert.rejects(startCanaryRelease('casino', '2.0.0', { percent: 5 }, shell), refusal);
  assert.deepEqual(await readRegistry(root), before);
});

test('When a working tree is started, then its build takes the place of another working tree’s, and never of a release', async (context) => {
  const { root, dist, release } = await setUp(context);
  const active = async () => (await readRegistry(root)).remotes.casino?.active;
  const builds = [];
  for (const hash of ['aaaaaaaa', 'bbbbbbbb']) {
    builds.push(await publishDevelopmentVersion('casino', dist, hash));
    assert.equal(await active(), builds.at(-1));
  }
  assert.match(builds.join(), /-dev\.aaaaaaaa,.*-dev\.bbbbbbbb$/);
  await release('1.0.0');
  assert.match(
    await publishDevelopmentVersion('casino', dist, 'cccccccc'),
    /-dev\.cccccccc \(not activated: a team activated 1\.0\.0\)$/,
  );
  assert.equal(await active(), '1.0.0');
});
