import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { federationRuntime } from '@palier/build/bundler/federation-runtime.mjs';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { retireRelease } from '../change-remote';
import { rollBackRelease } from '../roll-back';
import { createSigningKey, signVersion } from '../signing';
import { activate } from '../registry-changes';
import { addRevision, changeCurrentRegistry, readRegistry, readRevisions } from '../store';
import { activateInStore, provideTestStore, writeVersion } from '../testing/test-store';
import { releasedVersion, SIGNATURE_FILE } from '../version-files';
import { readFiles, readVersion } from '../versions';

const [FIRST, GOOD, BAD] = ['1.0.0', '2.0.0', '3.0.0'];

describe('rollback', () => {
  const at = provideTestStore();
  const change = (name: string, version: string): Promise<void> => activateInStore(at.store, name, version);
  const rollBack = (name: string, shell?: string): Promise<string> => rollBackRelease(at.store, name, shell);
  const liveVersion = async (name: string): Promise<string | undefined> =>
    (await readRegistry(at.store)).remotes[name]?.active;

  /** A shell with this version of React. */
  async function shellWith(react: string): Promise<string> {
    const folder = await temporaryFolder();
    const offer = {
      contract: '1.0.0',
      shared: { react },
      events: {},
      screens: [],
      runtime: federationRuntime(),
    };
    await writeFile(join(folder, 'shell.json'), JSON.stringify(offer));
    return folder;
  }

  test('A version that was rolled back does not return by a later rollback', async () => {
    for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
    await rollBack('casino');
    await change('casino', '4.0.0');
    await changeCurrentRegistry(at.store, 'origin casino', (registry) => ({
      ...registry,
      remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
    }));
    assert.equal(await rollBack('casino'), GOOD);
    const { previous, versions } = (await readRegistry(at.store)).remotes.casino!;
    assert.equal(previous, FIRST);
    assert.match(versions[FIRST]?.entry ?? '', /^https:\/\/casino\.example\//);

    await change('casino', BAD);
    await change('casino', FIRST);
    await change('casino', GOOD);
    await rollBack('casino');
    assert.equal((await readRegistry(at.store)).remotes.casino?.previous, BAD);
  });

  test('A retired version does not return', async () => {
    await change('casino', FIRST);
    await retireRelease(at.store, 'casino');
    for (const version of [GOOD, BAD]) await change('casino', version);
    assert.equal(await rollBack('casino'), GOOD);
    assert.equal((await readRegistry(at.store)).remotes.casino?.previous, null);
    await assert.rejects(rollBack('casino'), /no previous version/);
  });

  test('A rollback to a path that another remote has meanwhile is refused', async () => {
    const arena = { screens: [{ path: '/arena', title: 'Arène' }] };
    const give = async (name: string, version: string, changes: object): Promise<void> => {
      await writeVersion(at.store, name, version, changes);
      const registry = await readRegistry(at.store);
      const described = releasedVersion(await readVersion(at.store, name, version));
      await addRevision(at.store, 'x', activate(registry, name, version, described));
    };
    await give('quests', GOOD, arena);
    await give('quests', BAD, { screens: [] });
    await give('other', FIRST, arena);
    const before = await readRegistry(at.store);
    await assert.rejects(rollBack('quests'), /quests: \/arena belongs to other\. Nothing was changed/);
    assert.deepEqual(await readRegistry(at.store), before);
  });

  test('A shell that cannot run the previous version stops the rollback', async () => {
    const needs = {
      contract: '*',
      shared: { react: '^19.0.0' },
      events: {},
      runtime: federationRuntime(),
    };
    await writeVersion(at.store, 'casino', GOOD, { needs });
    for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
    const before = await readRegistry(at.store);
    await assert.rejects(
      rollBack('casino', await shellWith('20.0.0')),
      new RegExp(
        'casino 2\\.0\\.0 would not run in the shell at .*: it needs react \\^19\\.0\\.0; ' +
          'the shell has 20\\.0\\.0\\. Nothing was changed\\.\\n',
      ),
    );
    assert.deepEqual(await readRegistry(at.store), before);
    assert.equal(await rollBack('casino', await shellWith('19.4.0')), GOOD);
    assert.equal(await liveVersion('casino'), GOOD);
  });

  test('A previous version or fallback without a signature stops the rollback', async () => {
    const keyFile = join(at.folder, 'team.pem');
    const publicKey = await createSigningKey(keyFile);
    for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
    await changeCurrentRegistry(at.store, 'keys', (registry) => ({
      ...registry,
      teamKeys: { casino: [publicKey] },
    }));
    await assert.rejects(rollBack('casino'), /2\.0\.0 is not signed by a key of its team/);
    const files = await readFiles(at.store, 'casino', GOOD);
    process.env.RELEASE_SIGNING_KEY_FILE = keyFile;
    let signature;
    try {
      signature = signVersion(files.get(DESCRIPTION_FILE)?.toString() ?? '');
    } finally {
      delete process.env.RELEASE_SIGNING_KEY_FILE;
    }
    await at.owner.query(
      "insert into release_files (remote, version, path, content) values ('casino', $1, $2, $3)",
      [GOOD, SIGNATURE_FILE, Buffer.from(JSON.stringify(signature))],
    );
    await assert.rejects(rollBack('casino'), /1\.0\.0 is not signed by a key of its team/);
    assert.equal(await liveVersion('casino'), BAD);
  });

  test('A remote is retired once, the other remotes stay, and an activation brings it back', async () => {
    for (const name of ['agent', 'casino']) await change(name, BAD);
    await assert.rejects(rollBack('casino'), /no previous version.*\n.*release -- retire casino/);
    await retireRelease(at.store, 'casino');
    assert.deepEqual([await liveVersion('casino'), await liveVersion('agent')], [undefined, BAD]);
    const revisions = await readRevisions(at.store, 100);
    await retireRelease(at.store, 'casino');
    assert.deepEqual(await readRevisions(at.store, 100), revisions);
    await change('casino', GOOD);
    assert.equal(await liveVersion('casino'), GOOD);
  });
});
