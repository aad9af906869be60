import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { federationRuntime, OLDEST_RUNTIME } from '@palier/build/bundler/federation-runtime.mjs';
import { buildFront } from '@palier/build/front/build-front';
import { buildShell } from '@palier/build/front/build-shell';
import { bundleFront } from '@palier/build/front/bundle-front';
import { offerOfShell } from '@palier/build/front/needs';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { activate } from '../registry-changes';
import { copyPackages, installFederation } from '../testing/copy-front';
import { publishDist, provideTestStore } from '../testing/test-store';
import { releasedVersion } from '../version-files';
import { readVersion } from '../versions';
import { passReleaseGate } from './release-gate';

const at = provideTestStore();
/** A copy of shell and reports whose bundler has another version of module federation. */
let copy: string;

before(async () => {
  copy = await copyPackages({ build: 'scripts/build', shell: 'shell', 'mfe-reports': 'mfe-reports' });
  await symlink(await installFederation(OLDEST_RUNTIME), join(copy, 'node_modules/@module-federation'));
});
after(async () => {
  await rm(copy, { recursive: true });
});

async function passWith(dist: string, shell?: string): Promise<void> {
  const { store } = at;
  await publishDist(store, 'reports', '1.0.0', dist);
  const description = await readVersion(store, 'reports', '1.0.0');
  const registry = activate(EMPTY_REGISTRY, 'reports', '1.0.0', releasedVersion(description));
  await passReleaseGate({ store, description, registry, shell });
}

test('A remote of the oldest federation runtime passes the release gate of this shell', async () => {
  await buildShell();
  await bundleFront('mfe-reports', join(copy, 'mfe-reports'), 'oldest');
  await passWith(join(copy, 'mfe-reports/dist'));
  const { needs } = await readVersion(at.store, 'reports', '1.0.0');
  assert.deepEqual(needs.runtime, { version: OLDEST_RUNTIME, oldest: OLDEST_RUNTIME });
});

test('A remote of this federation runtime passes the release gate in a shell of the oldest', async () => {
  await bundleFront('shell', join(copy, 'shell'), 'oldest');
  const shell = join(copy, 'shell/dist');
  const runtime = { version: OLDEST_RUNTIME, oldest: OLDEST_RUNTIME };
  await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), runtime }));
  const { dist } = await buildFront('mfe-reports');
  await passWith(dist, shell);
  const { needs } = await readVersion(at.store, 'reports', '1.0.0');
  assert.deepEqual(needs.runtime, federationRuntime());
});

test('A shell whose federation runtime was not tried with that of a remote refuses it', async () => {
  const shell = join(copy, 'shell/dist');
  const runtime = { version: '99.0.0', oldest: '99.0.0' };
  await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), runtime }));
  const { dist } = await buildFront('mfe-reports');
  const { version } = federationRuntime();
  await assert.rejects(
    passWith(dist, shell),
    new RegExp(`was built with module federation ${version}; the shell has 99\\.0\\.0`),
  );
});
