import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barFindings, colourFindings, coloursOf } from './colours';

test('colours: screens name no colour outside of the tokens', async () => {
  assert.deepEqual(await colourFindings(), []);
});

test("colours: the browser's bar has the colour of the ground in both themes", async () => {
  assert.deepEqual(await barFindings(), []);
});

test('colours: digits, functions and names of colours are reported with their line', () => {
  const rule = (value: string): string => `.a {\n  border: 1px solid ${value};\n}\n`;
  for (const value of ['#fff', '#0b1020', '#0b102080', 'rgb(0 0 0 / 5%)', 'hsl(0 0% 0%)', 'white', 'black'])
    assert.match(coloursOf('a.css', rule(value)).join(), /^a\.css:2: /, value);
});

test('colours: tokens, system colours, ids and names of classes are not reported', () => {
  for (const source of [
    '.silver { color: var(--silver); }',
    '.a { background: Highlight; color: transparent; }',
    '.white { white-space: nowrap; }',
    "#root { mask: url('a.svg#fff-mark'); }",
    '/* white, #fff */',
  ])
    assert.deepEqual(coloursOf('a.css', source), [], source);
});
