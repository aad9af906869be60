import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedWorkspaces } from './declared-imports';

test('declared imports: it finds imports, re-exports, dynamic imports and resolved paths', () => {
  const text = `
    import { a } from '@palier/base/paths';
    export { b } from "@palier/build/bundler";
    const c = await import('@palier/server/config');
    const d = require.resolve('@palier/standalone/index.html');
    import e from 'react';`;
  assert.deepEqual(importedWorkspaces(text), [
    '@palier/base',
    '@palier/build',
    '@palier/server',
    '@palier/standalone',
  ]);
});
