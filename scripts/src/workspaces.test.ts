import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteFiles } from './new-remote/templates';
import { packageFolders, readManifest } from './workspaces.mjs';

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
