import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from './store/store.js';
import type { Entry } from './store/records.js';
import { freePort } from './testing/free-port.js';
import { PROVIDER } from './testing/program.js';

interface Run {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly ended: Promise<number | null>;
  said(): string;
}

const isUp = ({ origin }: Run): Promise<boolean> =>
  fetch(`${origin}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the provider came up; false when it ended instead. */
async function comesUp(run: Run): Promise<boolean> {
  while (run.child.exitCode === null && run.child.signalCode === null) {
    if (await isUp(run)) return true;
    await wait(20);
  }
  return false;
}

/** A folder, and how to start providers on it, each on a port of its own. */
async function setUp(context: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-provider-locked-'));
  const runs: Run[] = [];
  context.after(async () => {
    for (const { child } of runs) child.kill('SIGKILL');
    await Promise.all(runs.map(({ ended }) => ended));
    await rm(dataDir, { recursive: true });
  });
  async function start(port?: number): Promise<Run> {
    port ??= await freePort();
    const child = spawn(process.execPath, PROVIDER, {
      cwd: new URL('..', import.meta.url),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        DEMO_PROVIDER_PORT: String(port),
        PROVIDER_AGENT_TOKEN: 'a-test-token',
        PROVIDER_SECRET: 'a-test-secret',
        // Nobody's: what the test's store asks about goes nowhere.
        OPERATOR_CALLBACK_URL: 'http://127.0.0.1:9/gold_api',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
      },
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const run = { child, origin: `http://127.0.0.1:${port}`, ended, said: () => text };
    runs.push(run);
    return run;
  }
  return { dataDir, start };
}

test('When a second process is started on a store, then it ends and says whose the store is, the first goes on; killed, it leaves the store to the next', async (context) => {
  const { dataDir, start } = await setUp(context);
  const first = await start();
  assert.ok(await comesUp(first), first.said());

  const second = await start();
  assert.equal(await comesUp(second), false);
  assert.equal(await second.ended, 1);
  assert.match(second.said(), new RegExp(`process ${first.child.pid}\\)[^]*${dataDir}[^]*DATA_DIR`));
  assert.ok(await isUp(first));

  first.child.kill('SIGKILL');
  await first.ended;
  const third = await start();
  assert.ok(await comesUp(third), third.said());

  third.child.kill('SIGTERM');
  assert.equal(await third.ended, 0, third.said());
  assert.deepEqual(await readdir(dataDir), ['rounds.jsonl']);
});

test('When several processes are started on one store at once, then one has it', async (context) => {
  const { start } = await setUp(context);
  const runs = await Promise.all(Array.from({ length: 3 }, () => start()));
  const areUp = await Promise.all(runs.map(comesUp));
  assert.equal(areUp.filter(Boolean).length, 1, runs.map(({ said }) => said()).join('\n'));
});

test('When the lock names a process whose number another program was given since, then the store is taken', async (context) => {
  if (process.platform === 'win32') return context.skip('nothing tells there when a process began');
  const { dataDir } = await setUp(context);
  const store = await openStore(dataDir);
  const file = join(dataDir, 'rounds.lock');
  const { pid, beganAt } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; beganAt: string };
  await assert.rejects(openStore(dataDir), new RegExp(`process ${pid}`));
  await store.close();

  await writeFile(file, JSON.stringify({ pid, beganAt: `${beganAt}9` }));
  await (await openStore(dataDir)).close();
});

test('When the port is taken and a round is open, then the process ends all the same and leaves the store to the next', async (context) => {
  const { dataDir, start } = await setUp(context);
  const entries: Entry[] = [
    { kind: 'user', userCode: 'ali' },
    {
      kind: 'round',
      round: {
        roundId: 'r1',
        spinId: 'spin-0001',
        sessionKey: 's1',
        userCode: 'ali',
        providerCode: 'HABANERO',
        gameCode: 'g1',
        stakeMillimes: 1_000,
        debitTxnId: 'd1',
        creditTxnId: 'c1',
        createdAt: '2026-11-22T10:00:00.000Z',
        debit: 'unknown',
        credit: 'none',
        winMillimes: 0,
      },
    },
  ];
  await writeFile(
    join(dataDir, 'rounds.jsonl'),
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  );
  const other = createServer().listen(0, '127.0.0.1');
  context.after(() => other.close());
  await once(other, 'listening');

  const run = await start((other.address() as AddressInfo).port);
  assert.equal(await Promise.race([run.ended, wait(30_000, 'still there', { ref: false })]), 1, run.said());
  assert.match(run.said(), /EADDRINUSE/);
  assert.deepEqual(await readdir(dataDir), ['rounds.jsonl']);
});
