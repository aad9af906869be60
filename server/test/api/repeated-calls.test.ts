import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, test, type TestContext } from 'node:test';
import { openStomp, subscribeFrame } from '@palier/test-support/actors/stomp-client';
import { untilLockWaits, untilTrue } from '@palier/test-support/wait-until';
import { createApp } from '../../src/app';
import { readConfig } from '../../src/config/config';
import { holdOpen } from '../database';
import { useGames } from './games-provider';
import { type TestServer, startTestServer, withKey } from './start-test-server';

describe('repeated call after a newer balance', () => {
  const games = useGames({}, async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const { server } = games;
  let url: string;

  /**
   * Subscribes to a user's balances. The result asserts that they come in the expected order, maybe with
   * gaps, up to the last one expected.
   */
  async function listenTo(
    context: TestContext,
    { accessToken, user }: Awaited<ReturnType<TestServer['login']>>,
  ): Promise<(expected: readonly number[]) => Promise<void>> {
    const client = await openStomp(url, accessToken);
    context.after(() => client.end());
    client.send(subscribeFrame('b', `/topic/balance/user/${user.id}`, 'receipt:there\n'));
    await client.waitForFrame('RECEIPT');
    const published = (): unknown[] =>
      client.frames
        .filter((frame) => frame.startsWith('MESSAGE'))
        .map((frame) => (JSON.parse(/\{.*\}/.exec(frame)?.[0] ?? '') as { balance: unknown }).balance);
    return async (expected) => {
      await untilTrue(() => published().at(-1) === expected.at(-1));
      assert.equal(new Set(expected).size, expected.length);
      const places = published().map((balance) => expected.indexOf(balance as number));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      assert.deepEqual([places.includes(-1), places.at(-1)], [false, expected.length - 1]);
    };
  }

  test('repeated call: no socket gets an older balance from a registration or deposit', async (context) => {
    const agent = await server.login('admin');
    const assertPublished = await listenTo(context, agent);
    const call = async (path: string, key: string, body: object) =>
      (await server.call('POST', path, agent.accessToken, body, withKey(key))).body.agentNewBalance;
    const register = () =>
      call('/auth/admin/register-client', 'registration', {
        username: 'repeated',
        password: 'Sbeitla2026',
        balance: 10,
      });
    const deposit = (key: string) =>
      call('/transactions', key, { receiverUsername: 'repeated', amount: 1, type: 'DEPOSIT' });

    const balances = [await register()];
    await assertPublished(balances);
    balances.push(await deposit('first'));
    assert.equal(await register(), balances[0]);
    balances.push(await deposit('second'));
    assert.equal(await deposit('first'), balances[1]);
    balances.push(await deposit('third'));
    await assertPublished(balances);
  });

  test('repeated call: a registration is refused if a deposit uses its key at the same time', async () => {
    const accessToken = await server.tokenOf('admin');
    const commitDeposit = await holdOpen(
      server.owner,
      `select post_agent_transfer('DEPOSIT', account_id, id, 'client', 1, 'shared', '', null)
         from users where username = 'admin'`,
    );
    const registration = server.call(
      'POST',
      '/auth/admin/register-client',
      accessToken,
      { username: 'same-key', password: 'Sbeitla2026', balance: 10 },
      withKey('shared'),
    );
    await untilLockWaits(server.owner);
    // It waits for the account and holds the user, in the order of every function.
    const isHeld = await server.owner
      .query("select from users where username = 'admin' for update nowait")
      .then(() => false)
      .catch(() => true);
    await commitDeposit('commit');
    const { status, body } = await registration;
    assert.deepEqual([isHeld, status, body.code], [true, 422, 'invalid-idempotency']);
  });

  test('repeated call: no socket gets an older balance from a stake or rollback', async (context) => {
    const player = await server.login('client');
    const assertPublished = await listenTo(context, player);
    const balanceAfter = async (move: Parameters<typeof games.send>[0]) =>
      (await games.send(move)).user_balance;
    const stake = (id: string, bet = 1) => balanceAfter({ txn: id, round: id, bet });
    const rollBack = (id: string) => balanceAfter({ txn: `back-${id}`, round: id, ref: id });

    const balances = [await stake('first'), await stake('second', 2)];
    assert.equal(await stake('first'), balances[0]);
    balances.push(await stake('third', 4), await rollBack('second'));
    assert.equal(await rollBack('second'), balances[3]);
    balances.push(await stake('fourth', 8));
    await assertPublished(balances);
  });
});

const OLD_SECRET = 'the-secret-of-before-of-more-than-thirty-two-bytes';
const NEW_SECRET = 'another-secret-of-more-than-thirty-two-bytes';

/**
 * Starts a second app on the server's database with secrets of its own, as another server process would have.
 * Returns a function that sends a POST to that app.
 */
async function startWithSecret(context: TestContext, server: TestServer, secrets: Record<string, string>) {
  const changed = await createApp(
    readConfig({
      DATABASE_URL: server.config.DATABASE_URL,
      DATA_DIR: tmpdir(),
      LOG_LEVEL: 'silent',
      PROVIDER_AGENT_TOKEN: 'palier-demo-token',
      PROVIDER_SECRET: 'palier-demo-secret',
      PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
      ...secrets,
    }),
    server.pool,
  );
  context.after(() => changed.close());
  return async (url: string, payload: object, headers: Record<string, string>) => {
    const answer = await changed.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload });
    return {
      status: answer.statusCode,
      body: answer.json<Record<string, unknown>>(),
      headers: answer.headers,
    };
  };
}

test('secret: changing it process by process ends no session and repeats no call', async (context) => {
  const server = await startTestServer({ JWT_SECRET: OLD_SECRET, JWT_SECRET_PREVIOUS: NEW_SECRET });
  context.after(() => server.stop());
  const callNew = await startWithSecret(context, server, {
    JWT_SECRET: NEW_SECRET,
    JWT_SECRET_PREVIOUS: OLD_SECRET,
  });
  const callOld: typeof callNew = async (url, payload, headers) => {
    const answer = await server.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const credentials = { username: 'admin', password: 'Admin1234' };
  for (const [index, [first, then]] of [[callOld, callNew] as const, [callNew, callOld] as const].entries()) {
    const login = await first('/auth/login', credentials, {});
    const { accessToken, refreshToken } = login.body;
    const headers = { authorization: `Bearer ${String(accessToken)}`, 'idempotency-key': `pay-${index}` };
    const payment = { receiverUsername: 'client', amount: 5, type: 'DEPOSIT' };
    const newUser = { username: `entre-${index}`, password: 'Sbeitla2026', balance: 1 };
    for (const [path, body, otherBody, key] of [
      ['/transactions', payment, { ...payment, amount: 6 }, `pay-${index}`],
      ['/auth/admin/register-client', newUser, { ...newUser, balance: 6 }, `new-${index}`],
    ] as const) {
      const made = await first(path, body, { ...headers, 'idempotency-key': key });
      assert.equal(made.status, 200);
      const repeated = await then(path, body, { ...headers, 'idempotency-key': key });
      assert.deepEqual([repeated.status, repeated.body], [200, made.body]);
      const other = await then(path, otherBody, { ...headers, 'idempotency-key': key });
      assert.equal(other.body.code, 'invalid-idempotency');
    }
    const refreshed = await first('/auth/refresh-token', { refreshToken }, {});
    const replayed = await then('/auth/refresh-token', { refreshToken }, {});
    assert.equal(replayed.body.refreshToken, refreshed.body.refreshToken);

    const cookie = String(login.headers['set-cookie']).split(';')[0]!;
    const again = await then('/auth/login', credentials, { cookie });
    assert.equal(String(again.headers['set-cookie']).split(';')[0]!.split('.').length, 2);
    await then('/auth/login', { ...credentials, password: 'Wrong1234' }, { cookie });
    const { rowCount } = await server.owner.query(
      "delete from login_failures where subject like 'device:admin|%' and failures = 1",
    );
    assert.equal(rowCount, 1);
  }
});

test('repeated call: a key from before a change of the secret is refused', async (context) => {
  const server = await startTestServer();
  context.after(() => server.stop());
  const { body: paid } = await server.transfer(await server.tokenOf('admin'), {}, 'of-before');

  const call = await startWithSecret(context, server, { JWT_SECRET: NEW_SECRET });
  const { body: login } = await call('/auth/login', { username: 'admin', password: 'Admin1234' }, {});
  const authorization = `Bearer ${String(login.accessToken)}`;
  const payment = { receiverUsername: 'client', amount: 1, type: 'DEPOSIT' };
  const repeated = await call('/transactions', payment, { authorization, ...withKey('of-before') });
  assert.deepEqual([repeated.status, repeated.body.code], [422, 'invalid-idempotency']);
  const found = await call('/transactions/attempts/of-before', {}, { authorization });
  assert.deepEqual([found.status, found.body], [200, { wasCarriedOut: true }]);
  assert.equal((await server.login('admin')).user.balance, paid.agentNewBalance);
});
