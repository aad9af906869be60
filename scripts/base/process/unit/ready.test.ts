import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive } from '../process-alive';
import { untilReady } from '../ready';
import { temporaryFolder } from '../temporary-folder';
import { startService, type Service } from '../service';

const NEVER_READY = `console.log('the database is away'); setInterval(() => {}, 1_000)`;

async function startNeverReady(t: TestContext): Promise<Service> {
  const folder = await temporaryFolder();
  const service = await startService({
    title: 'The service',
    args: ['-e', NEVER_READY],
    env: {},
    logFile: join(folder, 'one.log'),
  });
  t.after(() => service.kill());
  while ((await service.lastLogLines()) === '') await wait(10);
  return service;
}

test('untilReady: a service that is not ready in time is stopped, with its log quoted', async (t) => {
  const service = await startNeverReady(t);
  await assert.rejects(
    untilReady(service, 'http://127.0.0.1:1/readyz', 500),
    /The service did not become ready within 0.5 s[^]*the database is away/,
  );
  assert.equal(isProcessAlive(service.pid), false);
});

test('untilReady: the time limit stays the same if the clock is set forward', async (t) => {
  let asked = 0;
  const site = createServer((_, answer) => answer.writeHead((asked += 1) > 2 ? 200 : 503).end());
  t.after(() => site.close());
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const service = await startNeverReady(t);
  const wallClock = Date.now;
  t.mock.method(Date, 'now', () => wallClock() + asked * 3_600_000);
  await untilReady(service, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

test('startService: a second start appends to the private log, and reports its own lines', async () => {
  const folder = await temporaryFolder();
  const logFile = join(folder, 'one.log');
  const say = (words: string) =>
    startService({ title: 'The service', args: ['-e', `console.error('${words}')`], env: {}, logFile });
  await (
    await say('out of memory')
  ).ended;
  const again = await say('back again');
  await again.ended;
  assert.equal(await readFile(logFile, 'utf8'), 'out of memory\nback again\n');
  assert.equal(await again.lastLogLines(), 'back again');
  if (process.platform !== 'win32') assert.equal((await stat(logFile)).mode & 0o027, 0);
});
