import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './testing/free-port.js';
import { PROVIDER } from './testing/program.js';
import { startTestWallet } from './testing/test-wallet.js';

const secret = 'a-test-secret';
const agentToken = 'a-test-token';

/** The provider as a process of its own, which can be killed without a word and started again on the same folder. */
async function setUpProcess(context: TestContext) {
  const wallet = await startTestWallet(secret, 100);
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-provider-killed-'));
  let child: ChildProcess | undefined;
  context.after(async () => {
    await kill();
    await wallet.close();
    await rm(dataDir, { recursive: true });
  });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, PROVIDER, {
      cwd: new URL('..', import.meta.url),
      stdio: 'ignore',
      env: {
        ...process.env,
        DEMO_PROVIDER_PORT: String(port),
        PROVIDER_AGENT_TOKEN: agentToken,
        PROVIDER_SECRET: secret,
        OPERATOR_CALLBACK_URL: wallet.url,
        PUBLIC_ORIGIN: origin,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
      },
    });
    child = started;
    for (;;) {
      const isUp = await fetch(`${origin}/health`).then(
        (response) => response.ok,
        () => false,
      );
      if (isUp) return;
      if (started.exitCode !== null) throw new Error(`the provider ended with ${started.exitCode}`);
      await wait(50);
    }
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await start();

  const post = async (url: string, body: unknown) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as never;
  };
  const gold = (method: string, fields: Record<string, unknown>): Promise<Record<string, never>> =>
    post(`${origin}/gold_api`, { method, agent_code: 'palier', agent_token: agentToken, ...fields });
  async function launch(providerCode: string): Promise<string> {
    const { games } = await gold('game_list', { provider_code: providerCode });
    const [{ game_code }] = games as unknown as [{ game_code: string }];
    const launched = await gold('game_launch', { user_code: 'ali', provider_code: providerCode, game_code });
    return launched.launch_url as unknown as string;
  }
  const state = async (page: string): Promise<Record<string, never>> =>
    (await (await fetch(`${page}/state`)).json()) as never;
  async function untilSettled(page: string) {
    for (;;) {
      const { round } = (await state(page)) as unknown as { round: { status: string; win: number } };
      if (round.status === 'settled') return round;
      await wait(50);
    }
  }
  return { wallet, kill, start, post, launch, state, untilSettled };
}

const movements = (applied: Map<string, string>) => [...applied.values()];

test('When the process is killed while the operator is silent about a spin, then the next one finishes it, charged once', async (context) => {
  const { wallet, kill, start, post, launch, untilSettled } = await setUpProcess(context);
  const page = await launch('HABANERO');
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  const spin = post(`${page}/spin`, { spinId: 'spin-0001', stake: 1 }).catch(() => undefined);
  while (wallet.heard.size === 0) await wait(20);
  await kill();
  await spin;
  wallet.drop = undefined;
  await start();
  const { win } = await untilSettled(page);
  assert.deepEqual(movements(wallet.applied), win > 0 ? ['debit', 'credit'] : ['debit']);
  assert.equal(wallet.balance, Math.round((99 + win) * 1000) / 1000);
});

test('When the process is killed in mid-flight, then the flight ends by its rules, charged once and paid at most once', async (context) => {
  const { wallet, kill, start, post, launch, state, untilSettled } = await setUpProcess(context);
  const page = await launch('SPRIBE');
  for (let flight = 0; ; flight += 1) {
    const { commitment } = await state(page);
    const spinId = `flight-number-${flight}`;
    const { round } = (await post(`${page}/bet`, { spinId, stake: 1, commitment, autoCashOut: null })) as {
      round: { status: string };
    };
    await kill();
    await start();
    await post(`${page}/cash-out`, { spinId });
    const { win } = await untilSettled(page);
    assert.equal(movements(wallet.applied).filter((type) => type === 'debit').length, flight + 1);
    if (win > 0) {
      assert.equal(movements(wallet.applied).filter((type) => type === 'credit').length, 1);
      assert.equal(wallet.balance, Math.round((100 - flight - 1 + win) * 1000) / 1000);
      assert.ok(win >= 1, `${round.status}: ${win}`);
      return;
    }
  }
});
