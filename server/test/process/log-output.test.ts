import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
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

test('When the disk under the log is full, then the process serves on, and ends when it is told to', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('no /dev/full here');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', WRITER], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  // Far more than it takes: without an end of its own it would stand for ever.
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(late);
  assert.deepEqual({ code, said }, { code: 7, said: 'served on' });
});
