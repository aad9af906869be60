import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longSqlFunctions, wideLines } from './density';

const wide = 'x'.repeat(111);

test('density: a line of 111 columns is reported, one of 110 and one with an address are not', () => {
  const text = [wide, 'é'.repeat(110), `see https://example.com/${wide}`].join('\n');
  assert.deepEqual(wideLines(text, false), [{ line: 1, why: '111 columns' }]);
});

test('density: a row of a table may be wide, and its cells have at most 200 characters', () => {
  const cell = 'x'.repeat(200);
  const text = [`| ${cell} | ${cell} |`, `| a \\| b | x${cell} |`].join('\n');
  assert.deepEqual(wideLines(text, true), [{ line: 2, why: 'a cell has 201 characters' }]);
});

test('density: commands and messages that a document shows may be wide', () => {
  const text = ['```sh', wide, '```', `    ${wide}`, wide].join('\n');
  assert.deepEqual(wideLines(text, true), [{ line: 5, why: '111 columns' }]);
});

test('density: an SQL function of 71 lines is reported with its name, and one of 70 lines is not', () => {
  const functionOf = (name: string, lines: number): string =>
    `create or replace function ${name}() returns void as $$${'\n'.repeat(lines - 1)}$$;`;
  assert.deepEqual(longSqlFunctions(`${functionOf('shorter', 70)}\n${functionOf('longer', 71)}`), [
    { line: 71, why: 'longer has 71 lines' },
  ]);
});
