import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { isProcessAlive } from './process-alive';

test('A process that has ended but is not collected does not count as alive', async (t) => {
  if (process.platform !== 'linux') return t.skip('the shell below leaves its entry only on Linux');
  // The shell becomes `sleep`, which collects nobody: a child that ends after that stays as an entry.
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

test('No number that is no process counts as alive', () => {
  for (const pid of [Number.NaN, 0, -1, 1.5, 4_194_305]) assert.equal(isProcessAlive(pid), false);
});
