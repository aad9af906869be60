import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive } from './process-alive';
import { mapLimited, run, runNode } from './run';

test('When items are mapped, then no more than the limit are under way, and the results stand in the items’ order', async () => {
  let underway = 0;
  let most = 0;
  const results = await mapLimited([30, 1, 20, 2], 2, async (ms) => {
    underway += 1;
    most = Math.max(most, underway);
    await wait(ms);
    underway -= 1;
    return ms * 2;
  });
  assert.deepEqual([results, most], [[60, 2, 40, 4], 2]);
});

test('When a program ends, then its code and all that it said are told; one that is not there says so', async () => {
  const spoken = "console.log('one'); console.error('two'); process.exitCode = 3;";
  const { code, output } = await runNode(['-e', spoken]);
  assert.equal(code, 3);
  assert.deepEqual(output.trim().split('\n').sort(), ['one', 'two']);
  const missing = await run('palier-no-such-program', []);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /ENOENT/);
});

test('When a program does not end within its limit, then it is ended, and the output says by what', async () => {
  const { code, output } = await runNode(['-e', 'setInterval(() => undefined, 1000)'], { limitMs: 300 });
  assert.equal(code, 1);
  assert.match(output, /the limit/);
});

test('When what a program left behind holds its output open, then nobody waits for that', async () => {
  const leaves = `const child = require('node:child_process').spawn(process.execPath,
    ['-e', 'setTimeout(() => undefined, 200000)'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    child.unref(); console.log(child.pid);`;
  const { code, output } = await runNode(['-e', leaves]);
  const pid = Number(output.trim());
  try {
    assert.deepEqual([code, isProcessAlive(pid)], [0, true]);
  } finally {
    if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
