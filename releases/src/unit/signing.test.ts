import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { isSignedBy, isSignedRegistry, registryText } from '@palier/server/remotes';
import { activateBuild } from '../activate-build';
import { changeTeamKeys, listTeamKeys } from '../keys';
import { endCanary, startCanary } from '../registry-changes';
import { createSigningKey } from '../signing';
import { changeCurrentRegistry, readRegistry } from '../store';
import {
  activateInStore,
  forge,
  publishDist,
  released,
  provideTestStore,
  writeBuild,
} from '../testing/test-store';

/** Sets the two settings for one test. */
function useKeys(context: TestContext, settings: { signWith?: string; trust?: string }): void {
  const before = { ...process.env };
  context.after(() => {
    process.env = before;
  });
  if (settings.signWith !== undefined) process.env.RELEASE_SIGNING_KEY_FILE = settings.signWith;
  if (settings.trust !== undefined) process.env.RELEASE_KEYS = settings.trust;
}

describe('signatures', () => {
  const at = provideTestStore();
  async function makeKey(name = 'operator.pem'): Promise<{ keyFile: string; key: string }> {
    const keyFile = join(at.folder, name);
    return { keyFile, key: await createSigningKey(keyFile) };
  }
  const activateVersion = (version: string): Promise<void> => activateInStore(at.store, 'casino', version);

  test('A new private key is readable by its owner alone, and an existing file stays', async () => {
    const { keyFile } = await makeKey();
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
    await assert.rejects(createSigningKey(keyFile), /cannot be written/);
  });

  test('A key that is set signs every change, and its public key verifies it', async (context) => {
    const { keyFile, key } = await makeKey();
    useKeys(context, { signWith: keyFile, trust: key });
    await activateVersion('1.0.0');
    const live = await readRegistry(at.store);
    assert.ok(isSignedRegistry([key], live));
    assert.ok(!isSignedBy([key], 'version', registryText(live), live.signature!));
    assert.ok(!isSignedRegistry([key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))], live));
  });

  test('A change of a signed registry without a known key is refused', async (context) => {
    const { keyFile, key } = await makeKey();
    useKeys(context, { signWith: keyFile, trust: key });
    await activateVersion('1.0.0');
    const notSet = /RELEASE_SIGNING_KEY_FILE is not set/;
    process.env.RELEASE_SIGNING_KEY_FILE = '';
    await assert.rejects(activateVersion('2.0.0'), notSet);
    delete process.env.RELEASE_KEYS;
    await assert.rejects(activateVersion('2.0.0'), notSet);
    process.env.RELEASE_KEYS = ` ${key} ,`;
    const other = join(at.folder, 'other.pem');
    const { privateKey } = generateKeyPairSync('x25519');
    await writeFile(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    process.env.RELEASE_SIGNING_KEY_FILE = other;
    await assert.rejects(activateVersion('2.0.0'), /is not an Ed25519 key/);
    await rm(other);
    await createSigningKey(other);
    await assert.rejects(activateVersion('2.0.0'), /not in RELEASE_KEYS/);
    assert.equal((await readRegistry(at.store)).remotes.casino?.active, '1.0.0');
  });

  test('Commands refuse a last revision that was edited or is unsigned', async (context) => {
    const { keyFile, key } = await makeKey();
    useKeys(context, { signWith: keyFile, trust: key });
    await activateVersion('1.0.0');
    for (const change of ["replace(document, '1.0.0', '6.6.6')", "document::jsonb - 'signature'"]) {
      await forge(at.owner, `update release_revisions set document = (${change})::text`);
      await assert.rejects(readRegistry(at.store), /not signed by a key of RELEASE_KEYS/);
    }
  });

  test('A change of keys that leaves a version in use without a signing key is refused', async (context) => {
    const { keyFile, key } = await makeKey();
    const dist = await writeBuild(at.folder, 'reports');
    await publishDist(at.store, 'reports', '1.0.0', dist);
    await activateInStore(at.store, 'reports', '1.0.0');
    await assert.rejects(
      changeTeamKeys(at.store, 'reports', 'add', key),
      /1\.0\.0 is not signed by a key of its team/,
    );
    useKeys(context, { signWith: keyFile });
    await publishDist(at.store, 'reports', '1.1.0', dist);
    await activateInStore(at.store, 'reports', '1.1.0');
    const canary = { version: '1.0.0', percent: 5 };
    await changeCurrentRegistry(at.store, 'canary', (registry) =>
      startCanary(registry, 'reports', canary, released),
    );
    await assert.rejects(changeTeamKeys(at.store, 'reports', 'add', key), /1\.0\.0 is not signed by a key/);
    await changeCurrentRegistry(at.store, 'canary off', (registry) => endCanary(registry, 'reports'));
    await changeTeamKeys(at.store, 'reports', 'add', key);
    await assert.rejects(changeTeamKeys(at.store, 'reports', 'add', key), /already a key of reports/);
    delete process.env.RELEASE_SIGNING_KEY_FILE;
    const build = { name: 'reports', version: '1.1.0-dev.a1', by: 'npm start', overrideOrigins: [] };
    await publishDist(at.store, 'reports', build.version, dist);
    await assert.rejects(activateBuild(at.store, build), /dev\.a1 is not signed by a key of its team/);
    process.env.RELEASE_SIGNING_KEY_FILE = keyFile;
    const other = await createSigningKey(join(at.folder, 'other.pem'));
    await assert.rejects(changeTeamKeys(at.store, 'reports', 'remove', other), /not a key of reports/);
    await changeTeamKeys(at.store, 'reports', 'add', other);
    assert.equal(await listTeamKeys(at.store, 'reports'), `reports  ${key}, ${other}`);
    assert.match(await listTeamKeys(at.store, 'casino'), /No team has a key/);
    await changeTeamKeys(at.store, 'reports', 'remove', other);
    assert.deepEqual((await readRegistry(at.store)).teamKeys, { reports: [key] });
    await changeTeamKeys(at.store, 'reports', 'remove', key);
    assert.deepEqual((await readRegistry(at.store)).teamKeys, {});
  });
});
