import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { faultsOfVerification } from './asvs';

const document = await readFile(join(ROOT, 'docs/asvs.md'), 'utf8');
const A_ROW = /^\| 1\.2\.6 .*\n/m;
const OPEN_ROW = /\| open \| \d{4}-\d\d-\d\d: /;

test('security verification: every row of this repository is true', async () => {
  assert.deepEqual(await faultsOfVerification(document), []);
});

for (const [fault, changed, expected] of [
  ['lacks a requirement', document.replace(A_ROW, ''), /1\.2\.6 has 0 rows/],
  ['has a requirement twice', document.replace(A_ROW, '$&$&'), /1\.2\.6 has 2 rows/],
  [
    'has a requirement of no standard',
    document.replace('| 1.2.6 ', '| 1.2.99 '),
    /1\.2\.99 is not of level 2/,
  ],
  ['has another level', document.replace(/^(\| 1\.2\.6 .*)\| 2 \|/m, '$1| 1 |'), /1\.2\.6 is not of level 1/],
  ['has a wrong count', document.replace(/^\| holds \| \d+/m, '| holds | 999'), /the counts are not/],
  ['names a part of a title', document.replace(' (F71)`', '`'), /has no test "foreign origins/],
  ['has an open row without a date', document.replace(OPEN_ROW, '| open | '), /has no date and reason/],
  ['accepts without a quotation', document.replace(/specification, 7: "[^"]+"/, ''), /14\.2\.1 quotes no/],
  ['accepts without a try', document.replace(/Tried: pages/, 'Pages'), /14\.2\.1 quotes no sentence/],
  ['has an unknown state', document.replace('| 2 | holds |', '| 2 | fine |'), /the unknown state "fine"/],
] as const)
  test(`security verification: a document that ${fault} is reported`, async () => {
    assert.notEqual(changed, document);
    assert.match((await faultsOfVerification(changed)).join('\n'), expected);
  });
