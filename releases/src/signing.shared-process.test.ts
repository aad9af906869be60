import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isSignedBy, isSignedRegistry, registryText } from '@palier/server/remotes/release-signature';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { activateBuild } from './activate-build';
import { addVersion } from './add-version';
import { changeTeamKeys, listTeamKeys } from './keys';
import type { Registry } from './registry';
import { endCanary, startCanary } from './registry-changes';
import { createSigningKey } from './signing';
import { changeCurrentRegistry, historyFolder, readRegistry } from './store';
import { activateInStore, released, writeBuild } from './testing/test-store';

/** Sets the two settings for one test. */
function useKeys(context: TestContext, settings: { signWith?: string; trust?: string }): void {
  const before = { ...process.env };
  context.after(() => {
    process.env = before;
  });
  if (settings.signWith !== undefined) process.env.RELEASE_SIGNING_KEY_FILE = settings.signWith;
  if (settings.trust !== undefined) process.env.RELEASE_KEYS = settings.trust;
}

const readLive = async (root: string): Promise<Registry> =>
  JSON.parse(await readFile(join(root, 'remotes.json'), 'utf8')) as Registry;

async function makeStore() {
  const root = await temporaryFolder();
  const keyFile = join(root, '.operator.pem');
  const key = await createSigningKey(keyFile);
  return { root, keyFile, key };
}

test('keys: a new private key is readable by its owner alone, an existing file stays', async () => {
  const { keyFile } = await makeStore();
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
  await assert.rejects(createSigningKey(keyFile), /cannot be written/);
});

test('registry: a key is set, every change is signed and verified by its public key', async (context) => {
  const { root, keyFile, key } = await makeStore();
  useKeys(context, { signWith: keyFile, trust: key });
  await activateInStore(root, 'casino', '1.0.0');
  const live = await readLive(root);
  assert.ok(isSignedRegistry([key], live));
  assert.ok(!isSignedBy([key], 'version', registryText(live), live.signature!));
  assert.ok(!isSignedRegistry([key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))], live));
  assert.deepEqual(await readRegistry(root), live);
});

test('registry: it is signed and no key is set, or an unknown key, a change is refused', async (context) => {
  const { root, keyFile, key } = await makeStore();
  useKeys(context, { signWith: keyFile, trust: key });
  await activateInStore(root, 'casino', '1.0.0');
  const notSet = /RELEASE_SIGNING_KEY_FILE is not set/;
  process.env.RELEASE_SIGNING_KEY_FILE = '';
  await assert.rejects(activateInStore(root, 'casino', '2.0.0'), notSet);
  await assert.rejects(activateInStore(join(root, 'new'), 'casino', '2.0.0'), notSet);
  delete process.env.RELEASE_KEYS;
  await assert.rejects(activateInStore(root, 'casino', '2.0.0'), notSet);
  process.env.RELEASE_KEYS = ` ${key} ,`;
  const other = join(root, '.other.pem');
  const { privateKey } = generateKeyPairSync('x25519');
  await writeFile(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  process.env.RELEASE_SIGNING_KEY_FILE = other;
  await assert.rejects(activateInStore(root, 'casino', '2.0.0'), /is not an Ed25519 key/);
  await rm(other);
  await createSigningKey(other);
  await assert.rejects(activateInStore(root, 'casino', '2.0.0'), /not in RELEASE_KEYS/);
  assert.equal((await readLive(root)).remotes.casino?.active, '1.0.0');
});

test('registry: the last revision was edited by hand, or replaced by one of revision 0 without a signature, commands refuse it', async (context) => {
  const { root, keyFile, key } = await makeStore();
  useKeys(context, { signWith: keyFile, trust: key });
  await activateInStore(root, 'casino', '1.0.0');
  const file = join(historyFolder(root), '00000001.json');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('1.0.0', '6.6.6'));
  await assert.rejects(readRegistry(root), /not signed by a key of RELEASE_KEYS/);
  await rm(file);
  await writeFile(join(root, 'remotes.json'), '{"revision":0,"overrideOrigins":[],"remotes":{}}');
  await assert.rejects(readRegistry(root), /not signed by a key of RELEASE_KEYS/);
});

test('keys: the active version or the canary is not signed by a key that stays, the change is refused; a signed one is kept', async (context) => {
  const { root, keyFile, key } = await makeStore();
  const dist = await writeBuild(root, 'reports');
  await addVersion(root, 'reports', '1.0.0', dist);
  await activateInStore(root, 'reports', '1.0.0');
  await assert.rejects(
    changeTeamKeys(root, 'reports', 'add', key),
    /1\.0\.0 is not signed by a key of its team/,
  );
  useKeys(context, { signWith: keyFile });
  await addVersion(root, 'reports', '1.1.0', dist);
  await activateInStore(root, 'reports', '1.1.0');
  const canary = { version: '1.0.0', percent: 5 };
  await changeCurrentRegistry(root, 'canary', (registry) =>
    startCanary(registry, 'reports', canary, released),
  );
  await assert.rejects(changeTeamKeys(root, 'reports', 'add', key), /1\.0\.0 is not signed by a key/);
  await changeCurrentRegistry(root, 'canary off', (registry) => endCanary(registry, 'reports'));
  await changeTeamKeys(root, 'reports', 'add', key);
  await assert.rejects(changeTeamKeys(root, 'reports', 'add', key), /already a key of reports/);
  delete process.env.RELEASE_SIGNING_KEY_FILE;
  const build = { name: 'reports', version: '1.1.0-dev.a1', by: 'npm start', overrideOrigins: [] };
  await addVersion(root, 'reports', build.version, dist);
  await assert.rejects(activateBuild(root, build), /dev\.a1 is not signed by a key of its team/);
  process.env.RELEASE_SIGNING_KEY_FILE = keyFile;
  const other = await createSigningKey(join(root, '.other.pem'));
  await assert.rejects(changeTeamKeys(root, 'reports', 'remove', other), /not a key of reports/);
  await changeTeamKeys(root, 'reports', 'add', other);
  assert.equal(await listTeamKeys(root, 'reports'), `reports  ${key}, ${other}`);
  assert.match(await listTeamKeys(root, 'casino'), /No team has a key/);
  await changeTeamKeys(root, 'reports', 'remove', other);
  assert.deepEqual((await readRegistry(root)).teamKeys, { reports: [key] });
  await changeTeamKeys(root, 'reports', 'remove', key);
  assert.deepEqual((await readRegistry(root)).teamKeys, {});
});
