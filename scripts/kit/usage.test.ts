import assert from 'node:assert/strict';
import { test } from 'node:test';
import { named } from './usage';

for (const [text, ours] of [
  ['Undo: npm run release -- rollback quests', 'Undo: npx palier-remote rollback'],
  ['npm run release -- activate quests 0.2.0', 'npx palier-remote activate 0.2.0'],
  ['palier release activate quests <version>', 'npx palier-remote activate <version>'],
  ['npm run release -- status lists them', 'npx palier-remote status lists them'],
  ['npm run release -- healthy quests 0.2.0', 'npx palier-remote status --healthy 0.2.0'],
  ['npm run release -- keys new <file>', 'npx palier-remote keys new <file>'],
  ['npm run release -- keys quests lists them', 'the operator\'s command "release keys quests" lists them'],
  ['npm run release -- tokens', 'the operator\'s command "release tokens"'],
] as const)
  test(`A message of the kit says "${ours}" for "${text}"`, () => {
    assert.equal(named(text, 'quests'), ours);
  });
