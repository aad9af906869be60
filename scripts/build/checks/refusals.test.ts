import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { faultsOfRefusals } from './refusals';

const markdown = await readFile(join(ROOT, 'docs/refusals.md'), 'utf8');
const faultsAfter = async (change: (text: string) => string): Promise<string[]> =>
  (await faultsOfRefusals(change(markdown))).map((fault) => fault.replace('docs/refusals.md: ', ''));

test('refusals: the document of this working tree has each refusal with its text and test', async () => {
  assert.deepEqual(await faultsOfRefusals(markdown), []);
});

test('refusals: a missing row, an unknown name, another text, status or test are reported', async () => {
  const row = markdown.split('\n').find((line) => line.startsWith('| `account-frozen`'))!;
  assert.deepEqual(await faultsAfter((text) => text.replace(row, '')), [
    '"account-frozen" has not exactly one row',
  ]);
  assert.deepEqual(await faultsAfter((text) => `${text}\n${row.replace('account-frozen', 'account-lost')}`), [
    'the code has no "account-lost"',
  ]);
  assert.match(
    (await faultsAfter((text) => text.replace('peut le débloquer', 'le débloque')))[0]!,
    /has the text/,
  );
  assert.deepEqual(await faultsAfter((text) => text.replace(row, row.replace('400', '401'))), [
    '"account-frozen" has the status 400',
  ]);
  assert.match(
    (await faultsAfter((text) => text.replace(row, row.replace('› refusals: ', '› refusal ')))).join(),
    /"account-frozen" has no test "refusal each/,
  );
});
