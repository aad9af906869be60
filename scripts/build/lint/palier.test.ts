import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';

const SAMPLES = {
  'no-too-new-api': 'export const sorted = [1].toSorted();',
  'no-markup-from-text': 'document.body.innerHTML = location.hash;',
  'no-spread-of-literal': 'export const both = { ...{ one, two } };',
  'no-day-of-the-device': 'export const now = new Date();',
  'message-typography': "export const title = 'Vraiment ?';",
  'sql-in-repository': "export const read = (pool) => pool.query('SELECT 1');",
  'singleton-by-package-name': "export * from '../bus/events';",
};

test('lint: each of our own rules that a file breaks is named', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'shared/src/data-table'), { recursive: true });
  await writeFile(join(folder, 'shared/src/data-table/sample.js'), Object.values(SAMPLES).join('\n'));
  const rules = Object.fromEntries(Object.keys(SAMPLES).map((name) => [`palier/${name}`, 'error']));
  const plugin = join(ROOT, 'scripts/build/lint/palier.mjs');
  await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify({ jsPlugins: [plugin], rules }));
  const { output } = await runNode([join(ROOT, 'node_modules/oxlint/bin/oxlint')], { cwd: folder });
  const named = [...output.matchAll(/palier\(([\w-]+)\)/g)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), Object.keys(SAMPLES).toSorted());
});
