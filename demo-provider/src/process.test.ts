import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './testing/free-port.js';
import { createTestDatabase } from './testing/test-database.js';
import { startTestWallet } from './testing/test-wallet.js';

/**
 * Node's arguments that start the provider: its compiled form when the test is compiled itself, else its
 * source through tsx.
 */
const PROVIDER_ARGUMENTS =
  process.argv[1]?.endsWith('.mjs') === true ? ['dist/main.mjs'] : ['--import', 'tsx', 'src/main.ts'];
/** A full disk: the log cannot be written, and requests must be answered all the same. */
const LOG = existsSync('/dev/full') ? openSync('/dev/full', 'w') : 'ignore';
const secret = 'a-test-secret';
const agentToken = 'a-test-token';

interface ProviderProcess {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly exitCode: Promise<number | null>;
  errorOutput(): string;
}

/** Resolves with true when the provider answers, with false when its process ends first. */
async function comesUp({ child, origin }: ProviderProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const isUp = await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return true;
    await wait(20);
  }
  return false;
}

/** A wallet, a database and provider processes on them, which are killed when the test is over. */
async function setUp(context: TestContext) {
  const wallet = await startTestWallet(secret, 100);
  const databaseUrl = await createTestDatabase();
  const processes: ProviderProcess[] = [];
  const kill = async ({ child, exitCode }: ProviderProcess): Promise<void> => {
    child.kill('SIGKILL');
    await exitCode;
  };
  context.after(async () => {
    await Promise.all(processes.map(kill));
    await wallet.close();
  });

  async function start(port?: number): Promise<ProviderProcess> {
    port ??= await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, PROVIDER_ARGUMENTS, {
      cwd: new URL('..', import.meta.url),
      stdio: ['ignore', LOG, 'pipe'],
      // If the full log stopped the process, it would not end: the time limit kills it, and the test fails.
      timeout: 300_000,
      killSignal: 'SIGKILL',
      env: {
        ...process.env,
        DEMO_PROVIDER_PORT: String(port),
        PROVIDER_AGENT_TOKEN: agentToken,
        PROVIDER_SECRET: secret,
        PROVIDER_DATABASE_URL: databaseUrl,
        OPERATOR_CALLBACK_URL: wallet.url,
        PUBLIC_ORIGIN: origin,
      },
    });
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const exitCode = once(child, 'close').then(([code]) => code as number | null);
    const started = { child, origin, exitCode, errorOutput: () => text };
    processes.push(started);
    return started;
  }
  async function startAndWait(port?: number): Promise<ProviderProcess> {
    const started = await start(port);
    assert.ok(await comesUp(started), started.errorOutput());
    return started;
  }
  return { wallet, kill, start, startAndWait };
}

async function post(url: string, body: unknown): Promise<Record<string, never>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as never;
}

async function launch(origin: string, providerCode: string): Promise<string> {
  const call = (method: string, fields: object) =>
    post(`${origin}/gold_api`, { method, agent_code: 'palier', agent_token: agentToken, ...fields });
  const { games } = await call('game_list', { provider_code: providerCode });
  const [{ game_code }] = games as unknown as [{ game_code: string }];
  const launched = await call('game_launch', { user_code: 'ali', provider_code: providerCode, game_code });
  return launched.launch_url as unknown as string;
}

const readState = async (page: string): Promise<Record<string, never>> =>
  (await (await fetch(`${page}/state`)).json()) as never;

async function untilSettled(page: string) {
  for (;;) {
    const { round } = (await readState(page)) as unknown as { round: { status: string; win: number } };
    if (round.status === 'settled') return round;
    await wait(50);
  }
}

const portOf = ({ origin }: ProviderProcess): number => Number(new URL(origin).port);

test('process: a spin that a kill interrupted is finished by the next one, charged once', async (context) => {
  const { wallet, kill, start, startAndWait } = await setUp(context);
  async function assertEnds({ exitCode, errorOutput }: ProviderProcess, message: RegExp): Promise<void> {
    assert.equal(await exitCode, 3);
    assert.match(errorOutput(), message);
  }
  const first = await startAndWait();
  const page = await launch(first.origin, 'HABANERO');
  await assertEnds(
    await start(),
    /PROVIDER_DATABASE_URL cannot be used: it is in use by another demo provider/,
  );
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  const spin = post(`${page}/spin`, { spinId: 'spin-0001', stake: 1 }).catch(() => undefined);
  while (wallet.received.size === 0) await wait(20);
  await kill(first);
  await spin;
  const other = createServer().listen(0, '127.0.0.1');
  context.after(() => other.close());
  await once(other, 'listening');
  await assertEnds(await start((other.address() as AddressInfo).port), /EADDRINUSE/);
  wallet.drop = undefined;
  const next = await startAndWait(portOf(first));
  const { win } = await untilSettled(page);
  assert.deepEqual([...wallet.applied.values()], win > 0 ? ['debit', 'credit'] : ['debit']);
  assert.equal(wallet.balance, Math.round((99 + win) * 1000) / 1000);
  next.child.kill('SIGTERM');
  assert.equal(await next.exitCode, 0, next.errorOutput());
});

test('process: a flight that a kill interrupted ends by its rules, paid at most once', async (context) => {
  const { wallet, kill, startAndWait } = await setUp(context);
  let provider = await startAndWait();
  const page = await launch(provider.origin, 'SPRIBE');
  for (let flight = 0; ; flight += 1) {
    const { commitment } = await readState(page);
    const spinId = `flight-number-${flight}`;
    const { round } = (await post(`${page}/bet`, {
      spinId,
      stake: 1,
      commitment,
      autoCashOut: null,
    })) as unknown as { round: { status: string } };
    await kill(provider);
    provider = await startAndWait(portOf(provider));
    await post(`${page}/cash-out`, { spinId });
    const { win } = await untilSettled(page);
    const movements = [...wallet.applied.values()];
    assert.equal(movements.filter((type) => type === 'debit').length, flight + 1);
    if (win > 0) {
      assert.equal(movements.filter((type) => type === 'credit').length, 1);
      assert.equal(wallet.balance, Math.round((100 - flight - 1 + win) * 1000) / 1000);
      assert.ok(win >= 1, `${round.status}: ${win}`);
      return;
    }
  }
});

test('npm run simulate: a long run says how far it is', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/simulation.test.ts'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, SIMULATED_ROUNDS: '100001' },
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  for (const game of ['slot', 'crash game'])
    for (const share of [10, 90]) assert.match(text, new RegExp(`${game}: ${share} % of 100001 rounds`));
});
