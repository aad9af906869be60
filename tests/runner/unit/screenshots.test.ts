import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { track } from '@palier/test-support/command-run';

/** As the package's script does. */
const takeScreenshots = (variables: Record<string, string>) =>
  track(
    spawn(process.execPath, ['--import', 'tsx', 'screenshots.ts'], {
      cwd: join(ROOT, 'tests/e2e'),
      env: { PATH: process.env.PATH, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

for (const [what, variables, message] of [
  ['its browser', { CHROME_PATH: '/nowhere/chromium' }, /CHROME_PATH names \/nowhere\/chromium/],
  [
    'a running product',
    { PALIER_URL: 'http://127.0.0.1:9' },
    /does not serve at http:\S+:9\.\nStart it: npm start/,
  ],
] as const)
  test(`npm run screenshots: without ${what} it exits 3 and says what to do`, async () => {
    const run = takeScreenshots(variables);
    assert.equal(await run.ended, 3, run.said());
    assert.match(run.said(), message);
    assert.doesNotMatch(run.said(), /\n +at /, 'a stack');
  });
