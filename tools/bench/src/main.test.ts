import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommandFile } from '@palier/scripts/testing/command-run';

test('npm run bench -- --list: without names, it lists the first start, the soak last, and no Lighthouse', async () => {
  const run = runCommandFile('tools/bench/src/main.ts', ['--list'], {});
  assert.equal(await run.ended, 0, run.said());
  const rows = run.said().trim().split('\n');
  assert.match(rows.at(-1)!, /^soak +soak +server memory after ten minutes at half load$/);
  assert.ok(
    rows.some((row) => /^start +first-start +/.test(row)),
    run.said(),
  );
  assert.ok(!run.said().includes('lighthouse'), 'Lighthouse takes minutes and runs only by name');
});

for (const option of ['rounds', 'seconds', 'size', 'soak-minutes', 'patience'])
  test(`npm run bench -- --${option}: not a number, an error before any measurement`, async () => {
    const run = runCommandFile('tools/bench/src/main.ts', ['--list', `--${option}`, 'five'], {});
    assert.equal(await run.ended, 1, run.said());
    assert.match(run.said(), new RegExp(`--${option} is "five", which is not a number`));
  });

test('npm run bench: an unknown option, the usage', async () => {
  const run = runCommandFile('tools/bench/src/main.ts', ['--list', '--round', '5'], {});
  assert.equal(await run.ended, 1, run.said());
  assert.match(run.said(), /--round.*\nnpm run bench -- \[benchmark or group …\] \[--rounds 3\]/);
});
