import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { useTestServer } from './start-test-server';

const LIMIT = 20;

describe('rate limit of one address', () => {
  const server = useTestServer({ RATE_LIMIT: String(LIMIT) });
  // One window counts all calls, however long they take.
  before(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }));
  after(() => mock.timers.reset());

  /** How many of the calls are refused. They do not wait for each other's answers. */
  const flood = async (
    count: number,
    call: (index: number) => Promise<{ statusCode: number }>,
  ): Promise<number> => {
    const answers: Promise<{ statusCode: number }>[] = [];
    for (let index = 0; index < count; index += 1) {
      answers.push(call(index));
      // Two calls of one tick are counted before the first is decided.
      await nextTick();
    }
    return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 429).length;
  };

  test('rate limit: a caller that floods reads does not stop others of its address', async () => {
    const accessToken = await server.tokenOf('admin');
    const reads = await flood(LIMIT * 12, () => server.app.inject('/api/v1/jackpot/draws'));
    assert.ok(reads > 0 && reads <= LIMIT * 2, `${reads} reads refused`);
    const forged = await flood(LIMIT * 12, (index) =>
      server.app.inject({
        url: '/api/v1/user/me',
        headers: { authorization: `Bearer a.b.${String(index).padStart(43, 'x')}` },
      }),
    );
    assert.ok(forged > 0 && forged <= LIMIT * 2, `${forged} forged tokens refused`);
    const refreshes = await flood(LIMIT * 2, () =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/refresh-token',
        payload: { refreshToken: 'x'.repeat(43) },
      }),
    );
    assert.ok(refreshes > 0 && refreshes <= LIMIT, `${refreshes} refreshes refused`);
    assert.equal((await server.call('GET', '/user/me', accessToken)).status, 200);
    assert.equal(
      (await server.call('POST', '/auth/login', undefined, { username: 'client', password: 'Client1234' }))
        .status,
      200,
    );
  });

  test('rate limit: only the network that floods pages waits; probes and calls are served', async () => {
    const accessToken = await server.tokenOf('admin');
    const pages = await flood(LIMIT * 24, (index) =>
      server.app.inject(index % 2 === 0 ? '/' : `/${index}.js`),
    );
    assert.ok(pages > 0 && pages <= LIMIT * 4, `${pages} pages refused`);
    assert.equal((await server.app.inject('/healthz')).statusCode, 200);
    assert.equal((await server.app.inject('/ws-jackpot/info')).statusCode, 200);
    assert.equal((await server.call('GET', '/user/me', accessToken)).status, 200);
    const neighbour = await server.app.inject({ url: '/0.js', remoteAddress: '192.0.2.7' });
    assert.equal(neighbour.statusCode, 404);
  });

  test('rate limit: a refused call has all security headers', async () => {
    const wanted = (await server.app.inject('/api/v1/nowhere')).headers;
    let refused = await server.app.inject('/api/v1/jackpot/draws');
    for (let calls = 0; calls < LIMIT * 12 && refused.statusCode !== 429; calls += 1)
      refused = await server.app.inject('/api/v1/jackpot/draws');
    assert.equal(refused.statusCode, 429);
    for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security'])
      assert.equal(refused.headers[name], wanted[name], name);
    assert.ok(wanted['content-security-policy'] !== undefined);
  });

  test('rate limit: a session over its limit can still check its token, up to its own limit', async () => {
    const { accessToken } = await server.login('admin-sfax', 'Admin1234');
    const headers = { authorization: `Bearer ${accessToken}` };
    const check = () =>
      server.app.inject({ url: `/api/v1/auth/validate-token?token=${accessToken}`, headers });
    const me = () => server.app.inject({ url: '/api/v1/user/me', headers });
    assert.equal(await flood(LIMIT * 3, me), LIMIT * 2);
    const refused = await me();
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.equal(refused.json<{ errors: unknown[] }>().errors.length, 1);
    assert.equal((await check()).statusCode, 200);
    assert.ok((await flood(LIMIT * 2, check)) > 0);
  });

  test('rate limit: no session is refused because more sessions than the limit call at once', async () => {
    const tokens: string[] = [];
    for (const username of ['capo', 'superadmin', 'admin', 'client'])
      for (let session = 0; session < 3; session += 1)
        tokens.push((await server.login(username)).accessToken);
    const refused = await flood(tokens.length * (LIMIT - 2), (index) =>
      server.app.inject({
        url: '/api/v1/user/me',
        headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
      }),
    );
    assert.equal(refused, 0);
  });

  test('rate limit: only the network that exceeds the limit of logins waits', async () => {
    const login = (remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username: 'nobody', password: '' },
        remoteAddress,
      });
    assert.ok((await flood(LIMIT * 2, () => login('192.0.2.1'))) > 0);
    assert.notEqual((await login('192.0.2.2')).statusCode, 429);
    const household = await flood(LIMIT * 2, (index) => login(`2001:db8:1:2::${index.toString(16)}`));
    assert.ok(household > 0, 'one household of IPv6 counts as one');
  });
});
