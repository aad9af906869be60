import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { storeLine } from '../result-page';

test('page of results: a row that runs again replaces its line, and a gone row loses it', async () => {
  const page = path.join(await temporaryFolder(), 'page.md');
  const head = 'Machine of the last run: old\n\n| Row | Is |\n|---|--:|\n';
  const notes = '\n| note |\n|---|\n| kept |\n';
  await writeFile(page, `${head}| **b2** | $& |\n| **gone** | old |\n| **a1** One | old |\n${notes}`);
  await storeLine(page, ['a1', 'b2', 'never'], { id: 'a1', title: 'One', cells: ['x | $1'] });
  const text = await readFile(page, 'utf8');
  assert.match(text, /^Machine of the last run: \d+ × .*, Node \d/);
  assert.ok(text.endsWith(`|--:|\n| **a1** One | x \\| $1 |\n| **b2** | $& |\n${notes}`), text);
});
