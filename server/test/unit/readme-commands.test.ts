import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { COMMANDS } from '../../src/operator/commands';

describe('README', () => {
  test('README: it lists all administration commands, in the order of the usage', async () => {
    const text = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    const list = /^Administration commands \(`npm run admin`\):([^]*?)\.$/m.exec(text)?.[1] ?? '';
    const listed = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    assert.deepEqual(listed, Object.keys(COMMANDS));
  });
});
