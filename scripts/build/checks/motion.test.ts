import assert from 'node:assert/strict';
import { test } from 'node:test';
import { motionFindings, motionsOf } from './motion';

test('motion: screens and demo games move things by transform and opacity only', async () => {
  assert.deepEqual(await motionFindings(), []);
});

test('motion: keyframes and transitions of other properties are reported', () => {
  const wide = '@keyframes grow {\n  from {\n    width: 0;\n    opacity: 0;\n  }\n}\n';
  assert.deepEqual(motionsOf('a.css', wide), ['a.css: @keyframes grow changes width']);
  const moved = '.a { transition: transform 1s cubic-bezier(0.2, 0.7, 0.2, 1), left var(--slow, 2s); }';
  assert.deepEqual(motionsOf('a.css', moved), ['a.css: a transition changes left']);
  assert.deepEqual(motionsOf('a.css', '.a{transition:all 1s}'), ['a.css: a transition changes all']);
});

test('motion: transforms, opacity and colours under the pointer are not reported', () => {
  for (const source of [
    '@keyframes rise { 20% { transform: scale(2); animation-timing-function: ease-in; } }',
    '.a { transition: none; }',
    '.a { transition: transform calc(var(--slow) * 2) cubic-bezier(0.2, 0.7, 0.2, 1); }',
    '.a { transition: background-color 1ms, color 1ms; }',
    '/* transition: left 1s */',
  ])
    assert.deepEqual(motionsOf('a.css', source), [], source);
});
