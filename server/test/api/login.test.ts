import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { holdOpen, interceptStatements, readColumn, readValue } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { createApp } from '../../src/app';
import { useTestServer } from './start-test-server';

const PAIR_LIMIT = 20;

describe('login', () => {
  const server = useTestServer();
  beforeEach(() => server.owner.query('delete from login_failures'));

  const login = (username: string, password: string) =>
    server.call('POST', '/auth/login', undefined, { username, password });
  const failuresOf = (like: string) =>
    readColumn<number>(server.owner, 'select failures from login_failures where subject like $1', [like]);
  /** Counts failures of these subjects, as many as throttle them. */
  const throttle = (...subjects: readonly string[]) =>
    server.owner.query(
      `insert into login_failures select s, 1000, now() from unnest($1::text[]) s
         on conflict (subject) do update set failures = 1000`,
      [subjects],
    );
  const statementsOf = async (context: TestContext, username: string, password: string) => {
    const statements: string[] = [];
    interceptStatements(context, server.pool, '', (run, text) => {
      statements.push(text.split(' ')[0]!);
      return run();
    });
    const { status } = await login(username, password);
    context.mock.restoreAll();
    return { status, statements: statements.filter((name) => /try|session$/.test(name)) };
  };

  test('login: every failure runs the same statements, and a success runs one more', async (context) => {
    await server.owner.query("update users set active = false where username = 'client'");
    const failed = { status: 401, statements: ['take-login-try'] };
    assert.deepEqual(await statementsOf(context, 'nobody-here', 'Client1234'), failed);
    assert.deepEqual(await statementsOf(context, 'admin', 'Wrong1234'), failed);
    assert.deepEqual(await statementsOf(context, 'client', 'Wrong1234'), failed);
    assert.deepEqual(await statementsOf(context, 'client', 'Client1234'), {
      status: 401,
      statements: ['take-login-try', 'insert-session'],
    });
    await server.owner.query("update users set active = true where username = 'client'");
    assert.deepEqual(await statementsOf(context, 'client', 'Client1234'), {
      status: 200,
      statements: ['take-login-try', 'insert-session'],
    });
    const lifeS = `select extract(epoch from expires_at - created_at)::int from sessions
      order by created_at desc limit 1`;
    assert.equal(await readValue(server.owner, lifeS), server.config.REFRESH_TOKEN_TTL_S);
  });
  test('login: the first 64 characters of a name that is too long are counted', async () => {
    assert.equal((await login('x'.repeat(256), 'Wrong1234')).status, 401);
    assert.deepEqual(await failuresOf(`name:${'x'.repeat(64)}`), [1]);
  });
  test('login: no more concurrent wrong passwords are checked than the limit allows', async () => {
    const answers = await Promise.all(
      Array.from({ length: PAIR_LIMIT * 2 }, () => login('superadmin', 'Wrong1234')),
    );
    const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([of(401), of(429)], [PAIR_LIMIT, PAIR_LIMIT]);
    assert.equal((await login('superadmin', 'Super1234')).status, 429);
  });
  test('login: a login that the full password queue refuses uses no try', async () => {
    const answers = await Promise.all(
      Array.from({ length: 180 }, (_, index) => login(`nobody-${index}`, 'Wrong1234')),
    );
    const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.ok(of(503) > 0, 'no login was refused');
    assert.equal(of(401) + of(503), answers.length);
    assert.deepEqual(await failuresOf('address:%'), [of(401)]);
  });
  test('login: a try that waits for the counter of its address locks no other counter', async () => {
    await server.owner.query(
      `insert into login_failures select s, 1, now()
        from unnest(array['address:127.0.0.1', 'name:nobody']) s`,
    );
    const release = await holdOpen(
      server.owner,
      "select from login_failures where subject like 'address:%' for update",
    );
    const answer = login('nobody', 'Wrong1234');
    await untilLockWaits(server.owner);
    const isFree = await server.owner
      .query("select from login_failures where subject like 'name:%' for update nowait")
      .then(() => true)
      .catch(() => false);
    await release();
    assert.deepEqual([isFree, (await answer).status], [true, 401]);
  });
  test('login: a throttled try does not count, so the wait ends', async () => {
    await server.owner.query(
      `insert into login_failures select s, $1, now()
          from unnest(array['pair:capo|127.0.0.1', 'name:capo']) s`,
      [PAIR_LIMIT],
    );
    assert.equal((await login('capo', 'Capo1234')).status, 429);
    assert.deepEqual(await failuresOf('%capo%'), [PAIR_LIMIT, PAIR_LIMIT]);
    await server.owner.query("update login_failures set window_started_at = now() - interval '901 s'");
    assert.equal((await login('capo', 'Capo1234')).status, 200);
    assert.deepEqual(await failuresOf('%capo%'), [0, 0]);
  });
  test('login: a success takes its own try back everywhere and clears all tries of its pair', async () => {
    await server.owner.query('delete from known_addresses');
    for (let n = 0; n < 3; n += 1) await login('client', 'Wrong1234');
    assert.equal((await login('client', 'Client1234')).status, 200);
    assert.deepEqual(await failuresOf('pair:client|%'), [0]);
    assert.deepEqual([await failuresOf('name:client'), await failuresOf('address:%')], [[3], [3]]);
  });
  test('login: a password that an agent sets is accepted at once, even after too many tries', async () => {
    const { accessToken } = (await login('admin', 'Admin1234')).body;
    const names = ['a_forgetful', 'a-forgetful', 'a_forgetful2'];
    for (const username of names) {
      const client = { username, password: 'Oublie1234', balance: 0 };
      await server.call('POST', '/auth/admin/register-client', accessToken, client);
    }
    await server.owner.query('delete from login_failures');
    await throttle(...names.flatMap((n) => [`pair:${n}|127.0.0.1`, `pair:${n}|10.0.0.1`, `name:${n}`]));
    assert.equal((await login('a_forgetful', 'Oublie1234')).status, 429);
    const passwords = { oldPassword: 'Nouveau1234', newPassword: 'Nouveau1234' };
    const url = `/auth/change-sub-account-password/${await server.idOf('a_forgetful')}`;
    assert.equal((await server.call('POST', url, accessToken, passwords)).status, 200);
    assert.equal((await login('a_forgetful', 'Nouveau1234')).status, 200);
    assert.deepEqual(await failuresOf('%forgetful2%'), [1000, 1000, 1000]);
    assert.equal((await login('a-forgetful', 'Oublie1234')).status, 429);
  });
  test('login: failures from a known address count against that pair only', async () => {
    assert.equal((await login('client', 'Client1234')).status, 200);
    await server.owner.query('delete from login_failures');
    for (let n = 0; n < 3; n += 1) await login('client', 'Wrong1234');
    assert.deepEqual([await failuresOf('pair:client|%'), await failuresOf('%')], [[3], [3]]);
    assert.equal((await login('client', 'Client1234')).status, 200);
    assert.deepEqual(await failuresOf('%'), [0]);
  });
  test('login: a known address is refreshed once a day', async () => {
    const seenAt = () =>
      readColumn<string>(
        server.owner,
        `select seen_at::text from known_addresses
            where user_id = (select id from users where username = 'capo')`,
      );
    await login('capo', 'Capo1234');
    const first = await seenAt();
    await login('capo', 'Capo1234');
    assert.deepEqual(await seenAt(), first);
    await server.owner.query("update known_addresses set seen_at = seen_at - interval '25 hours'");
    const old = await seenAt();
    await login('capo', 'Capo1234');
    assert.equal(old.length, 1);
    assert.notDeepEqual(await seenAt(), old);
  });
  describe('login from a device whose user has signed in', () => {
    const signIn = async (cookie: string, username: string, password: string, from = server) => {
      const { statusCode, headers } = await from.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { cookie },
        payload: { username, password },
      });
      return { status: statusCode, setCookie: String(headers['set-cookie'] ?? '') };
    };
    /** Signs in and returns the device's cookie. */
    const deviceOf = async (username: string, password: string, cookie = '') =>
      (await signIn(cookie, username, password)).setCookie.split(';')[0] ?? '';
    const fail = async (cookie: string, times: number) => {
      for (let n = 0; n < times; n += 1) await signIn(cookie, 'client', 'Wrong1234');
    };

    test('login: the device still signs in after a neighbour used up the tries, on any process', async () => {
      const device = await deviceOf('client', 'Client1234', 'palier-device=altered.value');
      await throttle('pair:client|127.0.0.1');
      assert.equal((await signIn('', 'client', 'Client1234')).status, 429);
      const other = await createApp(server.config, server.pool);
      assert.equal((await signIn(device, 'client', 'Wrong1234', { ...server, app: other })).status, 401);
      await other.close();
      assert.deepEqual(await failuresOf('device:client|%'), [1]);
      const headers = { cookie: device };
      const credentials = { username: 'client', password: 'Client1234' };
      const { accessToken } = (await server.call('POST', '/auth/login', undefined, credentials, headers))
        .body;
      const change = { oldPassword: 'Client1234', newPassword: 'weak' };
      const { status } = await server.call('POST', '/auth/change-password', accessToken, change, headers);
      assert.equal(status, 400);
      await server.call('POST', '/auth/logout', accessToken);
      assert.equal((await signIn(device, 'client', 'Client1234')).status, 200);
      assert.equal((await signIn('', 'client', 'Client1234')).status, 429);
    });
    test('login: a stolen cookie gives 20 tries for its user and none for others', async () => {
      const device = await deviceOf('client', 'Client1234');
      await server.owner.query('delete from known_addresses');
      await throttle('name:client', 'name:admin', 'pair:client|127.0.0.1');
      await fail(device, 1);
      await server.owner.query(
        `update login_failures set failures = ${PAIR_LIMIT - 1} where subject like 'device:%'`,
      );
      await fail(device, 2);
      assert.deepEqual(await failuresOf('device:%'), [PAIR_LIMIT]);
      assert.equal((await signIn(device, 'client', 'Client1234')).status, 429);
      assert.equal((await signIn(device, 'admin', 'Admin1234')).status, 429);
    });
    test('login: each user of a device has own tries, and its cookie keeps the last 20 users', async () => {
      const [random] = (await deviceOf('admin', 'Admin1234')).split('.');
      const others = Array.from({ length: 20 }, (_, index) => String(index).padStart(22, 'x')).join('.');
      const ofAdmin = await deviceOf('admin', 'Admin1234', random);
      const device = await deviceOf('client', 'Client1234', `${ofAdmin}.${others}`);
      assert.equal(device.split('.').length, 1 + 20);
      await fail(device, 1);
      await server.owner.query(
        `update login_failures set failures = ${PAIR_LIMIT} where subject like 'device:client|%'`,
      );
      assert.equal((await signIn(device, 'admin', 'Wrong1234')).status, 401);
      assert.deepEqual((await failuresOf('device:%')).sort(), [1, PAIR_LIMIT]);
    });
    test('login: only a success sets the cookie, which scripts and other sites cannot read', async () => {
      const { setCookie } = await signIn('', 'client', 'Client1234');
      assert.match(
        setCookie,
        /^palier-device=[\w-]{22}\.[\w-]{22}; Path=\/api\/v1\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
      );
      for (const name of ['client', 'nobody-here'])
        assert.equal((await signIn('', name, 'Wrong1234')).setCookie, '');
      const proxied = await createApp({ ...server.config, TRUST_PROXY: 1 }, server.pool);
      const { headers } = await proxied.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { 'x-forwarded-proto': 'https' },
        payload: { username: 'client', password: 'Client1234' },
      });
      await proxied.close();
      assert.match(
        String(headers['set-cookie']),
        /^__Host-palier-device=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
      );
    });
  });
  describe('throttled login from a known address', () => {
    const THROTTLED_FOR_S = 600;
    /** Throttles a subject for another 10 minutes, by as many failures as are needed. */
    const throttleFor10Minutes = (subject: string) =>
      server.owner.query(
        `insert into login_failures values ($1, $3, now() - make_interval(secs => 900 - $2))
         on conflict (subject) do update set failures = excluded.failures,
           window_started_at = excluded.window_started_at`,
        [subject, THROTTLED_FOR_S, subject.startsWith('name:') ? 50 : 200],
      );
    /** The answer as the caller sees it, without exact times. */
    const attempt = async (username: string, password: string) => {
      const startedAt = performance.now();
      const { statusCode, headers, body } = await server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username, password },
      });
      const waitS = Number(headers['retry-after']);
      return {
        status: statusCode,
        hasExpectedWait: waitS > THROTTLED_FOR_S - 60 && waitS <= THROTTLED_FOR_S,
        text: body.replace(/"requestId":"[^"]*"/, '').replaceAll(/\d+/g, '#'),
        isDelayed: performance.now() - startedAt > 450,
      };
    };
    beforeEach(async () => {
      await login('client', 'Client1234');
      await server.owner.query('delete from login_failures');
    });

    for (const subject of ['address:127.0.0.1', 'name:client'])
      test(`login: a throttled ${subject.split(':')[0]} refuses only wrong passwords`, async () => {
        await throttleFor10Minutes('address:127.0.0.1');
        const stranger = await attempt('nobody-here', 'Wrong1234');
        assert.deepEqual([stranger.status, stranger.hasExpectedWait, stranger.isDelayed], [429, true, true]);
        await server.owner.query('delete from login_failures');
        await throttleFor10Minutes(subject);
        assert.deepEqual(await attempt('client', 'Wrong1234'), stranger);
        assert.equal((await attempt('client', 'Client1234')).status, 200);
      });
    test('login: a throttled pair and an inactive account get the answer of an unknown user', async () => {
      await throttleFor10Minutes('address:127.0.0.1');
      const stranger = await attempt('nobody-here', 'Wrong1234');
      await server.owner.query("insert into login_failures values ('pair:client|127.0.0.1', $1, now())", [
        PAIR_LIMIT - 1,
      ]);
      await login('client', 'Wrong1234');
      assert.deepEqual(await failuresOf('pair:client|%'), [PAIR_LIMIT]);
      assert.deepEqual(await attempt('client', 'Wrong1234'), stranger);
      assert.deepEqual(await attempt('client', 'Client1234'), stranger);
      await server.owner.query("delete from login_failures where subject like 'pair:%'");
      await server.owner.query("update users set active = false where username = 'client'");
      assert.deepEqual(await attempt('client', 'Wrong1234'), stranger);
      assert.match((await attempt('client', 'Client1234')).text, /"code":"account-closed"/);
      await server.owner.query("update users set active = true where username = 'client'");
    });
  });
  describe('account that changes during a login or a change of its password', () => {
    let passwordHash: string;
    before(async () => {
      passwordHash = await readValue(
        server.owner,
        "select password_hash from users where username = 'client'",
      );
    });
    afterEach(() =>
      server.owner.query("update users set password_hash = $1, active = true where username = 'client'", [
        passwordHash,
      ]),
    );

    for (const [what, change] of [
      ['password changes', "password_hash = 'changed'"],
      ['account is deactivated', 'active = false'],
    ] as const) {
      const set = `update users set ${change} where username = 'client'`;
      test(`login: it makes no session if the ${what} meanwhile, and its try counts`, async (context) => {
        interceptStatements(context, server.pool, 'insert-session', async (run) => {
          await server.owner.query(set);
          return run();
        });
        assert.equal((await login('client', 'Client1234')).status, 401);
        assert.deepEqual(await failuresOf('pair:client|%'), [1]);
      });
      test(`login: it waits while the ${what} in an open transaction, and makes no session`, async () => {
        const end = await holdOpen(server.owner, set);
        const answer = login('client', 'Client1234');
        await untilLockWaits(server.owner);
        await end('commit');
        assert.equal((await answer).status, 401);
      });
    }

    const changePassword = (token: string, oldPassword: string, newPassword: string) =>
      server.call('POST', '/auth/change-password', token, { oldPassword, newPassword });
    test('own password: the right old one clears wrong tries; a malformed new one adds none', async () => {
      const { accessToken } = (await login('client', 'Client1234')).body;
      const failures = async () => (await failuresOf('%')).filter((count) => count > 0);
      for (const wrong of ['Wrong1234', 'Wrong5678'])
        assert.equal((await changePassword(accessToken, wrong, 'Sbeitla2026')).status, 400);
      assert.equal((await changePassword(accessToken, 'Wrong1234', 'short')).status, 400);
      assert.deepEqual(await failures(), [2]);
      assert.equal((await changePassword(accessToken, 'Client1234', 'Sbeitla2026')).status, 200);
      assert.deepEqual(await failures(), []);
      await throttle('pair:client|127.0.0.1');
      assert.equal((await changePassword(accessToken, 'Sbeitla2026', 'Matmata77')).status, 429);
    });
    test('own password: the change is refused if the parent sets another one meanwhile', async (context) => {
      const { accessToken } = (await login('client', 'Client1234')).body;
      interceptStatements(context, server.pool, 'forgive-login-try', async (run) => {
        await server.owner.query("update users set password_hash = 'other' where username = 'client'");
        return run();
      });
      const { status, body } = await changePassword(accessToken, 'Client1234', 'Sbeitla2026');
      assert.deepEqual([status, body.errors], [400, ["L'ancien mot de passe est incorrect."]]);
      const { rowCount } = await server.owner.query("select from users where password_hash = 'other'");
      assert.equal(rowCount, 1);
    });
  });
});
