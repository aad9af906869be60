import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endRuns, runCommandFile } from '@palier/test-support/command-run';

after(endRuns);

const REFUSED: readonly [command: string, words: readonly string[], sentence: RegExp][] = [
  ['build', ['mfe-none'], /"mfe-none" is not a front-end package[^]*mfe-agent/],
  ['build', ['--fast'], /Unknown option '--fast'[^]*mfe-agent/],
  ['dev-remote', ['mfe-agent', '--mocked'], /Unknown option '--mocked'[^]*--mock/],
  ['dev-remote', ['mfe-agent', 'mfe-casino'], /"mfe-casino" is not a front-end package/],
  ['events', ['--chek'], /Unknown option '--chek'[^]*--check/],
  ['new', ['--outside'], /'--outside <value>' argument missing[^]*npm run new -- --outside \.\.\/mfe-/],
  ['new', ['--outsid', 'x'], /Unknown option '--outsid'[^]*npm run new/],
  ['new', ['mfe-one', 'mfe-two'], /"mfe-two" is one argument too many/],
];

for (const [command, words, sentence] of REFUSED)
  test(`npm run ${command} refuses "${words.join(' ')}" with a sentence and a remedy`, async () => {
    const run = runCommandFile(`scripts/commands/${command}.ts`, words, {});
    assert.notEqual(await run.ended, 0);
    assert.match(run.said(), sentence);
  });
