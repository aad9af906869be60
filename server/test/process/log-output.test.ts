import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { test } from 'node:test';

const WRITER = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { pino } from 'pino';
  import { logOutput } from './src/observability/log-output.ts';
  const log = pino(logOutput());
  for (let line = 0; line < 200; line += 1) log.info({ line }, 'x'.repeat(200));
  await wait(500);
  log.fatal('the last word');
  process.stderr.write('served on');
  process.exit(7);
`;

test('log output: the process keeps serving on a full disk and exits on request', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('no /dev/full here');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', WRITER], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(killTimer);
  assert.deepEqual({ code, output }, { code: 7, output: 'served on' });
});

test('log output: waiting records are written at a stop, and a missing reader delays no exit', async () => {
  for (const isRead of [true, false]) {
    const program = `
      import { once } from 'node:events';
      import { pino } from 'pino';
      import { flushLog, logOutput } from './src/observability/log-output.ts';
      const log = pino(logOutput());
      process.stderr.write('started');
      await once(process.stdin, 'data');
      log.fatal('the last word');
      await flushLog(log);
      process.exit(7);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      cwd: new URL('../..', import.meta.url),
    });
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await once(child.stderr, 'data');
    if (!isRead) child.stdout.destroy();
    child.stdin.write('go on');
    const [code] = await once(child, isRead ? 'close' : 'exit');
    clearTimeout(killTimer);
    assert.equal(code, 7);
    if (isRead) assert.match(log, /the last word/);
  }
});
