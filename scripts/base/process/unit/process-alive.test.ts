import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { isProcessAlive } from '../process-alive';

test('isProcessAlive: it is false for a zombie', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux leaves a zombie here');
  // The shell becomes `sleep`, which does not reap its child.
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => parent.kill('SIGKILL'));
  const ended = Number(
    await new Promise<string>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(text.toString()));
    }),
  );
  // "pid (name) state …"
  while (!/\) Z /.test(await readFile(`/proc/${ended}/stat`, 'utf8'))) await wait(20);
  assert.equal(isProcessAlive(ended), false);
  assert.equal(isProcessAlive(parent.pid!), true);
});

test('isProcessAlive: it is false for numbers that are not process ids', () => {
  for (const pid of [Number.NaN, 0, -1, 1.5, 4_194_305]) assert.equal(isProcessAlive(pid), false);
});
