import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommandFile } from '@palier/scripts/testing/command-run';

test('When npm run bench is given no name, then the first start and the soak are among its rows, and the soak is the last of them', async () => {
  const run = runCommandFile('tools/bench/src/main.ts', ['--list'], {});
  assert.equal(await run.ended, 0, run.said());
  const rows = run.said().trim().split('\n');
  assert.match(rows.at(-1)!, /^soak +soak +server memory after ten minutes at half load$/);
  assert.ok(
    rows.some((row) => /^start +first-start +/.test(row)),
    run.said(),
  );
  assert.ok(!run.said().includes('lighthouse'), 'minutes of Lighthouse are run by name alone');
});

for (const option of ['rounds', 'seconds', 'size', 'soak-minutes', 'patience'])
  test(`When --${option} is no number, then it says so before anything is measured`, async () => {
    const run = runCommandFile('tools/bench/src/main.ts', ['--list', `--${option}`, 'five'], {});
    assert.equal(await run.ended, 1, run.said());
    assert.match(run.said(), new RegExp(`--${option} is "five", which is no number`));
  });

test('When an option is none of its own, then it says which there are', async () => {
  const run = runCommandFile('tools/bench/src/main.ts', ['--list', '--round', '5'], {});
  assert.equal(await run.ended, 1, run.said());
  assert.match(run.said(), /--round.*\nnpm run bench -- \[row or group …\] \[--rounds 3\]/);
});
