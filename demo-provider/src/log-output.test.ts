import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { test } from 'node:test';

const WRITER = `
  import fastify from 'fastify';
  import { logOutput } from './src/log-output.ts';
  const app = fastify({ logger: { stream: logOutput } });
  app.get('/', async () => ({}));
  const { statusCode } = await app.inject('/');
  process.stderr.write(String(statusCode));
`;

test('log output: the disk is full, requests are answered and the process can end', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('no /dev/full here');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', WRITER], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  // A process that the failed writes block would never end by itself.
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(late);
  assert.deepEqual({ code, said }, { code: 0, said: '200' });
});
