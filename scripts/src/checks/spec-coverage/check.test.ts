import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, readRows } from './check';

const FILES: Record<string, string> = {
  'a.ts': 'export const a = 1;',
  'a.test.ts': "test('When it’s asked, then it answers', () => {});",
};
const read = (path: string): Promise<string | null> => Promise.resolve(FILES[path] ?? null);
const row = (files: string[], tests: string[]) => ({ sentence: 's', files, tests });

test('When a table is read, then its head and rule are no rows', () => {
  const rows = readRows('| Sentence | File | Test |\n|---|---|---|\n| One | `a.ts` | `a.test.ts › When` |\n');
  assert.deepEqual(rows, [{ sentence: 'One', files: ['a.ts'], tests: ['a.test.ts › When'] }]);
});

test('When files and tests are there, then nothing is wrong', async () => {
  assert.deepEqual(await faultsOf(row(['a.ts'], ["a.test.ts › When it's asked"]), read), []);
});

for (const [what, files, tests] of [
  ['a file that is gone', ['b.ts'], ['a.test.ts › When']],
  ['a test file that is gone', ['a.ts'], ['b.test.ts › When']],
  ['a test that is gone', ['a.ts'], ['a.test.ts › When it is silent']],
  ['a title from its middle, or from a comment', ['a.ts'], ['a.test.ts › it answers']],
  ['a test without a title', ['a.ts'], ['a.test.ts']],
  ['no test', ['a.ts'], []],
  ['no file', [], ['a.test.ts › When']],
] as const) {
  test(`When a row names ${what}, then that is told`, async () => {
    assert.equal((await faultsOf(row([...files], [...tests]), read)).length, 1);
  });
}
