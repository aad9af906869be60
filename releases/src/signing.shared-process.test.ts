import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isSignedRegistry } from '@palier/server/remotes/release-signature';
import { temporaryFolder } from '@palier/scripts/process/temporary-folder';
import { addVersion } from './add-version';
import { changeTeamKeys } from './keys';
import type { Registry } from './registry';
import { createSigningKey } from './signing';
import { historyFolder, readRegistry } from './store';
import { activateInStore, writeBuild } from './testing/test-store';

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
  assert.ok(!isSignedRegistry([key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))], live));
  assert.deepEqual(await readRegistry(root), live);
});

test('registry: it is signed and no key is set, or an unknown key, a change is refused', async (context) => {
  const { root, keyFile, key } = await makeStore();
  useKeys(context, { signWith: keyFile, trust: key });
  await activateInStore(root, 'casino', '1.0.0');
  delete process.env.RELEASE_SIGNING_KEY_FILE;
  await assert.rejects(activateInStore(root, 'casino', '2.0.0'), /RELEASE_SIGNING_KEY_FILE is not set/);
  const other = join(root, '.other.pem');
  await createSigningKey(other);
  process.env.RELEASE_SIGNING_KEY_FILE = other;
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

test('keys: the active version is not signed by a key that stays, the change is refused; a signed one is kept', async (context) => {
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
  await changeTeamKeys(root, 'reports', 'add', key);
  await assert.rejects(changeTeamKeys(root, 'reports', 'add', key), /already a key of reports/);
  await changeTeamKeys(root, 'reports', 'remove', key);
  assert.deepEqual((await readRegistry(root)).teamKeys, {});
});
