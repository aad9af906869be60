import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommandFile } from '@palier/test-support/command-run';

test('npm run bench -- --list: it lists the first start, the soak last, and no Lighthouse', async () => {
  const run = runCommandFile('tests/bench/main.ts', ['--list'], {});
  assert.equal(await run.ended, 0, run.said());
  const rows = run.said().trim().split('\n');
  assert.match(rows.at(-1)!, /^soak +soak-p99 +p99 after ten minutes at half load$/);
  assert.match(run.said(), /^start +first-start +/m);
  assert.ok(!run.said().includes('lighthouse'), 'Lighthouse takes minutes and runs only by name');
});

test('npm run bench: an option that is no number is an error before any measurement', async () => {
  const run = runCommandFile('tests/bench/main.ts', ['--list', '--rounds', 'five'], {});
  assert.equal(await run.ended, 1, run.said());
  assert.match(run.said(), /--rounds is "five", which is not a number/);
});

test('npm run bench: without pgbench it exits 3 with the install command before any database', async () => {
  const run = runCommandFile('tests/bench/main.ts', ['sql-tpcb'], { PGBENCH: '/nowhere/pgbench' });
  assert.equal(await run.ended, 3, run.said());
  assert.match(run.said(), /needs pgbench, which this machine lacks/);
  assert.match(run.said(), /apt-get install .*postgresql-contrib/);
  assert.ok(!run.said().includes('making the database'), run.said());
});
