import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { remoteFiles } from './new-remote/templates';
import { ROOT } from './paths';
import { packageFolders, readManifest } from './workspaces.mjs';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The versions that a manifest names of our own packages. */
const namedIn = ({ dependencies, devDependencies }: Manifest): string[] =>
  Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => name.startsWith('@palier/') && version !== '*')
    .map(([name, version]) => `${name} ${version}`);

test('When the version of a package of ours is raised, then npm asks no registry for the one before: no other package names it', () => {
  for (const folder of packageFolders())
    assert.deepEqual(namedIn(readManifest(folder) as Manifest), [], folder);
  const { dependencies = {} } = readManifest('mfe-reports') as Manifest;
  const made = remoteFiles({ name: 'tournaments', devPort: 3104, dependencies })['package.json'] ?? '';
  assert.deepEqual(namedIn(JSON.parse(made) as Manifest), []);
});

test('When the packages are installed, then the lock says of each where it lies, so that npm need not ask the registry', () => {
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
