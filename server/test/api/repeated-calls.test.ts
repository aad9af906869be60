import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test, type TestContext } from 'node:test';
import { openStomp, subscribeFrame } from '@palier/faults/actors/stomp-client';
import { untilTrue } from '@palier/faults/wait-until';
import { createApp } from '../../src/app';
import { readConfig } from '../../src/config/config';
import { startPalier, type Palier } from './start-test-server';

describe('a call that is repeated after the balance has moved on', () => {
  let palier: Palier;
  let url: string;
  before(async () => {
    palier = await startPalier();
    url = await palier.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => palier.stop());

  /**
   * Listens to a user's balances, all of which differ; `assertTold` asserts that the last is told, and none after one that came
   * later. Some of them a socket may not hear: it is told what is read.
   */
  async function listenTo(
    context: TestContext,
    { accessToken, user }: Awaited<ReturnType<Palier['login']>>,
  ): Promise<(expected: readonly number[]) => Promise<void>> {
    const client = await openStomp(url, accessToken);
    context.after(() => client.end());
    client.send(subscribeFrame('b', `/topic/balance/user/${user.id}`, 'receipt:there\n'));
    await client.waitForFrame('RECEIPT');
    const told = (): unknown[] =>
      client.frames
        .filter((frame) => frame.startsWith('MESSAGE'))
        .map((frame) => (JSON.parse(/\{.*\}/.exec(frame)?.[0] ?? '') as { balance: unknown }).balance);
    return async (expected) => {
      await untilTrue(() => told().at(-1) === expected.at(-1));
      assert.equal(new Set(expected).size, expected.length);
      const places = told().map((balance) => expected.indexOf(balance as number));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      assert.deepEqual([places.includes(-1), places.at(-1)], [false, expected.length - 1]);
    };
  }

  test('When it is a registration or a deposit, then no socket is told the balance of then', async (context) => {
    const agent = await palier.login('admin');
    const assertTold = await listenTo(context, agent);
    const call = async (path: string, key: string, body: object) =>
      (await palier.call('POST', path, agent.accessToken, body, { 'idempotency-key': key })).body
        .agentNewBalance;
    const register = () =>
      call('/auth/admin/register-client', 'registration', {
        username: 'repeated',
        password: 'Jasmin2026',
        balance: 10,
      });
    const deposit = (key: string) =>
      call('/transactions', key, { receiverUsername: 'repeated', amount: 1, type: 'DEPOSIT' });

    const made = [await register(), await deposit('first')];
    assert.equal(await register(), made[0]);
    made.push(await deposit('second'));
    assert.equal(await deposit('first'), made[1]);
    made.push(await deposit('third'));
    await assertTold(made);
  });

  test('When it is a stake or its rollback, then no socket is told the balance of then', async (context) => {
    const player = await palier.login('client');
    const assertTold = await listenTo(context, player);
    await palier.owner.query(
      "insert into game_openings (user_id, provider_code, game_code) values ($1, 'PRAGMATIC', 'g1')",
      [player.user.id],
    );
    const call = async (method: string, id: string, more: object) =>
      (
        await palier.wallet({
          method,
          user_code: `u${player.user.id}`,
          game_type: 'slot',
          slot: { provider_code: 'PRAGMATIC', game_code: 'g1', txn_id: id, ...more },
        })
      ).user_balance;
    const stake = (id: string, bet = 1) =>
      call('transaction', id, { round_id: id, txn_type: 'debit', bet_money: bet, win_money: 0 });
    const rollBack = (id: string) => call('rollback', `back-${id}`, { round_id: id, ref_txn_id: id });

    const made = [await stake('first'), await stake('second', 2)];
    assert.equal(await stake('first'), made[0]);
    made.push(await stake('third', 4), await rollBack('second'));
    assert.equal(await rollBack('second'), made[3]);
    made.push(await stake('fourth', 8));
    await assertTold(made);
  });
});

test('When a payment is repeated after the secret was changed, then its key is refused, nothing moves, and the question tells that it was made', async (context) => {
  const palier = await startPalier();
  context.after(() => palier.stop());
  const { accessToken } = await palier.login('admin');
  const payment = { receiverUsername: 'client', amount: 5, type: 'DEPOSIT' };
  const key = { 'idempotency-key': 'of-before' };
  const { body: paid } = await palier.call('POST', '/transactions', accessToken, payment, key);

  const changed = await createApp(
    readConfig({
      DATABASE_URL: palier.owner.options.connectionString,
      JWT_SECRET: 'another-secret-of-more-than-thirty-two-bytes',
      DATA_DIR: tmpdir(),
      LOG_LEVEL: 'silent',
      PROVIDER_AGENT_TOKEN: 'palier-demo-token',
      PROVIDER_SECRET: 'palier-demo-secret',
      PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
    }),
    palier.pool,
  );
  context.after(() => changed.close());
  const call = async (url: string, payload: object, headers: Record<string, string>) => {
    const answer = await changed.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const { body: login } = await call('/auth/login', { username: 'admin', password: 'Admin1234' }, {});
  const authorization = `Bearer ${String(login.accessToken)}`;
  const repeated = await call('/transactions', payment, { authorization, ...key });
  assert.deepEqual([repeated.status, repeated.body.code], [422, 'invalid-idempotency']);
  const found = await call('/transactions/attempts/of-before', {}, { authorization });
  assert.deepEqual([found.status, found.body], [200, { wasCarriedOut: true }]);
  assert.equal((await palier.login('admin')).user.balance, paid.agentNewBalance);
});
