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

test('log output: the disk is full, the process keeps serving and exits on request', async (t) => {
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
