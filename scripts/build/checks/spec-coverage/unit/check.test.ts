import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, readRows } from '../check';

const FILES: Record<string, string> = {
  'a.ts': 'export const a = 1;',
  'a.test.ts': "test('form: it’s sent, it answers', () => {});",
};
const read = (path: string): Promise<string | null> => Promise.resolve(FILES[path] ?? null);
const row = (files: string[], tests: string[]) => ({ sentence: 's', files, tests });

test('readRows: the head of a table is not a row', () => {
  const rows = readRows('| Sentence | File | Test |\n|---|---|---|\n| One | `a.ts` | `a.test.ts › form` |\n');
  assert.deepEqual(rows, [{ sentence: 'One', files: ['a.ts'], tests: ['a.test.ts › form'] }]);
});

test('readRows: a row that begins with ″ continues the row above', () => {
  const rows = readRows('| One | `a.ts` | `a.test.ts › form` |\n| ″ | `b.ts` | `a.test.ts › field` |\n');
  assert.deepEqual(rows, [
    { sentence: 'One', files: ['a.ts', 'b.ts'], tests: ['a.test.ts › form', 'a.test.ts › field'] },
  ]);
});

test('faultsOf: it has no error if the files and tests exist', async () => {
  assert.deepEqual(await faultsOf(row(['a.ts'], ["a.test.ts › form: it's sent"]), read), []);
});

for (const [fault, files, tests] of [
  ['a missing file', ['b.ts'], ['a.test.ts › form']],
  ['a missing test file', ['a.ts'], ['b.test.ts › form']],
  ['a missing test', ['a.ts'], ['a.test.ts › form: it is silent']],
  ['the middle of a title', ['a.ts'], ['a.test.ts › it answers']],
  ['a test without a title', ['a.ts'], ['a.test.ts']],
  ['no test', ['a.ts'], []],
  ['no file', [], ['a.test.ts › form']],
] as const) {
  test(`faultsOf: a row with ${fault} gives one error`, async () => {
    assert.equal((await faultsOf(row([...files], [...tests]), read)).length, 1);
  });
}
