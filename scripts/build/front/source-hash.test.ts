import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import type { Lock } from '../libraries/locked-packages';
import { librariesOf } from './source-hash';

test('source hash: only versions of libraries that a build uses are inputs', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  const before = librariesOf('mfe-agent', packages);
  const after = (folder: string): string[] => {
    assert.ok(packages[folder], folder);
    return librariesOf('mfe-agent', { ...packages, [folder]: { ...packages[folder], version: '999.0.0' } });
  };
  for (const unused of ['mfe-agent', 'mfe-reports', 'shared', 'node_modules/fastify', 'node_modules/jest'])
    assert.deepEqual(after(unused), before, unused);
  // A library of the package, of shared, and of the bundler; a peer of the bundler's; a library that only a
  // library imports.
  for (const name of ['react', 'react-router', 'webpack', 'typescript', 'scheduler'])
    assert.notDeepEqual(after(`node_modules/${name}`), before, name);
});
