import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import type { Registry } from './registry';
import { retireRelease } from './change-remote';
import { rollBackRelease } from './roll-back';
import { createSigningKey, signVersion } from './signing';
import { describeStatus } from './status';
import { changeCurrentRegistry, historyFolder, listRevisions, readRegistry } from './store';
import { activateInStore, activating, writeVersion } from './testing/test-store';
import { SIGNATURE_FILE, versionFolder } from './versions';

const [FIRST, GOOD, BAD] = ['1.0.0', '2.0.0', '3.0.0'];

describe('rollback', () => {
  let root: string;
  let live: string;
  beforeEach(async () => {
    root = await temporaryFolder();
    live = join(root, 'remotes.json');
    process.env.REMOTES_ROOT = root;
    // A data folder without a database: status reads no failures.
    process.env.DATA_DIR = root;
    delete process.env.DATABASE_URL;
  });

  const change = (name: string, version: string): Promise<void> => activateInStore(root, name, version);

  /** Runs `change` like a process that is killed between its revision and remotes.json. */
  async function interrupt(change: () => Promise<unknown>): Promise<void> {
    const before = await readFile(live);
    await change();
    await writeFile(live, before);
  }

  async function liveVersion(name: string): Promise<string | undefined> {
    return (JSON.parse(await readFile(live, 'utf8')) as Registry).remotes[name]?.active;
  }

  /** A shell with this version of React. */
  async function shellWith(react: string): Promise<string> {
    const folder = await temporaryFolder();
    const offer = { contract: '1.0.0', shared: { react }, events: {}, screens: [] };
    await writeFile(join(folder, 'shell.json'), JSON.stringify(offer));
    return folder;
  }

  test('rollback: a version that was rolled back does not return by a later rollback, unless it was activated since', async () => {
    for (const version of [FIRST, GOOD, BAD, '4.0.0']) await writeVersion(root, 'casino', version);
    for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
    await rollBackRelease('casino');
    await change('casino', '4.0.0');
    await changeCurrentRegistry(root, 'origin casino', (registry) => ({
      ...registry,
      remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
    }));
    assert.equal((await rollBackRelease('casino')).version, GOOD);
    const { previous, versions } = (await readRegistry(root)).remotes.casino!;
    assert.equal(previous, FIRST);
    assert.match(versions[FIRST]?.entry ?? '', /^https:\/\/casino\.example\//);

    await change('casino', BAD);
    await change('casino', FIRST);
    await change('casino', GOOD);
    await rollBackRelease('casino');
    assert.equal((await readRegistry(root)).remotes.casino?.previous, BAD);
  });

  test('rollback: a retired version does not return', async () => {
    for (const version of [FIRST, GOOD, BAD]) await writeVersion(root, 'casino', version);
    await change('casino', FIRST);
    await retireRelease('casino');
    for (const version of [GOOD, BAD]) await change('casino', version);
    assert.equal((await rollBackRelease('casino')).version, GOOD);
    assert.equal((await readRegistry(root)).remotes.casino?.previous, null);
    await assert.rejects(rollBackRelease('casino'), /no previous version/);
  });

  test('rollback: it, an activation before it and a change of another remote were interrupted, the same command finishes all and does not go back further', async () => {
    for (const version of [FIRST, GOOD]) await change('casino', version);
    await writeVersion(root, 'casino', FIRST);
    await interrupt(async () => {
      await change('casino', BAD);
      await rollBackRelease('casino');
      await change('agent', FIRST);
    });
    assert.equal(await liveVersion('agent'), undefined);
    const revisions = await listRevisions(root);

    assert.deepEqual(await rollBackRelease('casino'), { version: GOOD, finishedInterrupted: true });
    assert.deepEqual([await liveVersion('casino'), await liveVersion('agent')], [GOOD, FIRST]);
    assert.deepEqual(await listRevisions(root), revisions);
    assert.deepEqual(await rollBackRelease('casino'), { version: FIRST, finishedInterrupted: false });
  });

  test('rollback: an activation was interrupted, users get the version before it, never the new one', async () => {
    await change('casino', GOOD);
    await interrupt(() => change('casino', BAD));
    assert.deepEqual(await rollBackRelease('casino'), { version: GOOD, finishedInterrupted: false });
    assert.equal(await liveVersion('casino'), GOOD);
  });

  test('status: a change was interrupted, users do not have it and the command that finishes it is shown', async () => {
    for (const version of [GOOD, BAD]) await change('casino', version);
    assert.doesNotMatch(await describeStatus(), /interrupted/);
    await interrupt(() => rollBackRelease('casino'));
    assert.match(await describeStatus(), /Users do not have the state below: revision 3 was interrupted/);
    assert.match(await describeStatus(), /same command: npm run release -- rollback casino\n/);
    await writeFile(live, '{');
    assert.match(await describeStatus(), /Users do not have/);
    await rm(live);
    assert.match(await describeStatus(), /Users do not have/);
  });

  test('changeCurrentRegistry: npm start was interrupted, the next one finishes its change without a new one', async () => {
    const publish = (): Promise<void> =>
      changeCurrentRegistry(root, 'npm start: casino 2.0.0', (registry) =>
        registry.remotes.casino?.active === GOOD ? null : activating('casino', GOOD)(registry),
      );
    await change('casino', FIRST);
    await interrupt(publish);
    assert.match(await describeStatus(), /same command: npm start\n/);
    await publish();
    assert.equal(await liveVersion('casino'), GOOD);
  });

  test('rollback, status: the last revision is empty, the message names the file and the remedy', async () => {
    await change('casino', GOOD);
    const file = join(historyFolder(root), '00000002.json');
    await writeFile(file, '');
    await assert.rejects(rollBackRelease('casino'), (error: Error) =>
      error.message.includes(`${file} cannot be read`),
    );
    await assert.rejects(describeStatus(), /may also be removed: the revision before it then counts/);
    await rm(file);
    assert.equal((await readRegistry(root)).remotes.casino?.active, GOOD);
  });

  test('rollback: the shell cannot run the previous version, nothing is changed', async () => {
    const needs = { contract: '*', shared: { react: '^19.0.0' }, events: {} };
    await writeVersion(root, 'casino', GOOD, { needs });
    // The first one is no longer published.
    for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
    const before = await readFile(live, 'utf8');
    await assert.rejects(
      rollBackRelease('casino', await shellWith('20.0.0')),
      /casino 2\.0\.0 would not run in the shell at .*: it needs react \^19\.0\.0; the shell has 20\.0\.0\. Nothing was changed\.\n/,
    );
    assert.equal(await readFile(live, 'utf8'), before);
    assert.equal((await rollBackRelease('casino', await shellWith('19.4.0'))).version, GOOD);
    assert.equal(await liveVersion('casino'), GOOD);
  });

  test('rollback: the previous version or its fallback is not signed by a key of the team, nothing is changed', async () => {
    const keyFile = join(root, '.team.pem');
    const publicKey = await createSigningKey(keyFile);
    for (const version of [FIRST, GOOD, BAD]) {
      await writeVersion(root, 'casino', version);
      await change('casino', version);
    }
    await changeCurrentRegistry(root, 'keys', (registry) => ({
      ...registry,
      teamKeys: { casino: [publicKey] },
    }));
    await assert.rejects(rollBackRelease('casino'), /2\.0\.0 is not signed by a key of its team/);
    const folder = versionFolder(root, 'casino', GOOD);
    const description = await readFile(join(folder, DESCRIPTION_FILE), 'utf8');
    process.env.RELEASE_SIGNING_KEY_FILE = keyFile;
    let signature;
    try {
      signature = signVersion(description);
    } finally {
      delete process.env.RELEASE_SIGNING_KEY_FILE;
    }
    await writeFile(join(folder, SIGNATURE_FILE), JSON.stringify(signature));
    await assert.rejects(rollBackRelease('casino'), /1\.0\.0 is not signed by a key of its team/);
    assert.equal(await liveVersion('casino'), BAD);
  });

  test('retire: a first version, also after an interruption, the other remotes stay', async () => {
    for (const name of ['agent', 'casino']) await change(name, BAD);
    await assert.rejects(rollBackRelease('casino'), /no previous version.*\n.*release -- retire casino/);
    await interrupt(() => retireRelease('casino'));
    assert.match(await describeStatus(), /same command: npm run release -- retire casino\n/);
    await retireRelease('casino');
    assert.deepEqual([await liveVersion('casino'), await liveVersion('agent')], [undefined, BAD]);
    const revisions = await listRevisions(root);
    await retireRelease('casino');
    assert.deepEqual(await listRevisions(root), revisions);
    await change('casino', GOOD);
    assert.equal(await liveVersion('casino'), GOOD);
  });
});
