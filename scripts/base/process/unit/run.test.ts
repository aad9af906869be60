import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProcessAlive } from '../process-alive';
import { run, runNode } from '../run';

test('run: the code and the output are returned, and a missing program is reported', async () => {
  const spoken = "console.log('one'); console.error('two'); process.exitCode = 3;";
  const { code, output } = await runNode(['-e', spoken]);
  assert.equal(code, 3);
  assert.deepEqual(output.trim().split('\n').sort(), ['one', 'two']);
  const missing = await run('palier-no-such-program', []);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /ENOENT/);
});

test('run: a program that exceeds its limit is killed, and the output says so', async () => {
  const { code, output } = await runNode(['-e', 'setInterval(() => undefined, 1000)'], { limitMs: 300 });
  assert.equal(code, 1);
  assert.match(output, /the limit/);
});

test('run: it does not wait for a background process that keeps the output open', async () => {
  const leaves = `
    const child = require('node:child_process').spawn(
      process.execPath,
      ['-e', 'setTimeout(() => undefined, 200000)'],
      { stdio: ['ignore', 'inherit', 'inherit'], detached: true },
    );
    child.unref();
    console.log(String(child.pid));`;
  const { code, output } = await runNode(['-e', leaves]);
  const pid = Number(output.trim());
  try {
    assert.deepEqual([code, isProcessAlive(pid)], [0, true]);
  } finally {
    if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
