import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { remoteFiles } from '@palier/kit/new-remote/templates';
import { ROOT } from '../paths';
import { packageFolders, readManifest } from '../workspaces.mjs';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The dependencies on our own packages that name a version. */
const versionedOwn = ({ dependencies, devDependencies }: Manifest): string[] =>
  Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => name.startsWith('@palier/') && version !== '*')
    .map(([name, version]) => `${name} ${version}`);

test('package.json: no package names a version of ours, so npm asks the registry for none', () => {
  for (const folder of packageFolders())
    assert.deepEqual(versionedOwn(readManifest(folder) as Manifest), [], folder);
  const { dependencies = {} } = readManifest('mfe-reports') as Manifest;
  const made = remoteFiles({ name: 'tournaments', devPort: 3104, dependencies })['package.json'] ?? '';
  assert.deepEqual(versionedOwn(JSON.parse(made) as Manifest), []);
});

test('Lerna tags and pushes nothing, takes no result from a cache, and keeps no daemon and no cloud', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const { command } = read('lerna.json') as { command: { version: object } };
  assert.deepEqual(
    { push: false, gitTagVersion: false, ...command.version },
    { ...command.version, push: false, gitTagVersion: false },
  );
  const { targetDefaults, ...settings } = read('nx.json') as {
    targetDefaults: Readonly<Record<string, { readonly cache?: boolean }>>;
  };
  assert.deepEqual(
    { ...settings, neverConnectToCloud: true, analytics: false, useDaemonProcess: false },
    settings,
  );
  assert.deepEqual(
    Object.entries(targetDefaults).map(([target, { cache }]) => [target, cache]),
    [
      ['build', false],
      ['test', false],
      ['dev', false],
    ],
  );
});

test('Only shared, the shell and the remotes have a version, which lerna keeps', () => {
  const versioned = packageFolders().filter((folder) => 'version' in (readManifest(folder) as object));
  const expected = packageFolders().filter((folder) => /^(shared|shell|mfe-.*)$/.test(folder));
  assert.deepEqual(versioned, expected);
});

test('package-lock.json: every package has its address, so npm asks the registry for none', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const unknown = Object.entries(packages).filter(
    ([place, { resolved, link }]) =>
      place.includes('node_modules/') &&
      link !== true &&
      resolved?.startsWith('https://registry.npmjs.org/') !== true,
  );
  assert.deepEqual(
    unknown.map(([place]) => place),
    [],
  );
});
