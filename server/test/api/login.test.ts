import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { untilLockWaits } from '@palier/faults/wait-until';
import { createAccessTokens } from '../../src/sessions/access-token';
import { startPalier, type Palier } from './start-test-server';

const PAIR_LIMIT = 20;
const SECRET = 'a secret of at least thirty-two bytes';

describe('signing in', () => {
  let palier: Palier;
  before(async () => (palier = await startPalier({ JWT_SECRET: SECRET })));
  after(() => palier.stop());
  beforeEach(() => palier.owner.query('delete from login_failures'));

  const login = (username: string, password: string) =>
    palier.call('POST', '/auth/login', undefined, { username, password });
  const failuresOf = async (like: string) => {
    const { rows } = await palier.owner.query<{ failures: number }>(
      'select failures from login_failures where subject like $1',
      [like],
    );
    return rows.map(({ failures }) => failures);
  };
  /** What a login asks of the database. */
  const statementsOf = async (context: TestContext, username: string, password: string) => {
    const { mock } = context.mock.method(palier.pool, 'query');
    const { status } = await login(username, password);
    const statements = mock.calls.map(
      ({ arguments: [query] }) => (query as unknown as { name: string }).name,
    );
    mock.restore();
    return { status, statements: statements.filter((name) => /try|session$/.test(name)) };
  };

  test('When a login fails, then the database is asked the same, whatever the reason; when it succeeds, once more', async (context) => {
    await palier.owner.query("update users set active = false where username = 'client'");
    const failed = { status: 401, statements: ['take-login-try'] };
    assert.deepEqual(await statementsOf(context, 'nobody-here', 'Client1234'), failed);
    assert.deepEqual(await statementsOf(context, 'admin', 'Wrong1234'), failed);
    assert.deepEqual(await statementsOf(context, 'client', 'Client1234'), failed);
    await palier.owner.query("update users set active = true where username = 'client'");
    assert.deepEqual(await statementsOf(context, 'client', 'Client1234'), {
      status: 200,
      statements: ['take-login-try', 'insert-session'],
    });
  });
  test('When wrong passwords come all at once, then no more of them are checked than the limit allows', async () => {
    const answers = await Promise.all(
      Array.from({ length: PAIR_LIMIT * 2 }, () => login('superadmin', 'Wrong1234')),
    );
    const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([of(401), of(429)], [PAIR_LIMIT, PAIR_LIMIT]);
    assert.equal((await login('superadmin', 'Super1234')).status, 429);
  });
  test('When more sign in at once than can wait, then whoever is turned away has used no try', async () => {
    const answers = await Promise.all(
      Array.from({ length: 180 }, (_, index) => login(`nobody-${index}`, 'Wrong1234')),
    );
    const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.ok(of(503) > 0, 'nobody was turned away');
    assert.equal(of(401) + of(503), answers.length);
    assert.deepEqual(await failuresOf('address:%'), [of(401)]);
  });
  test('When one user has more passwords hashed than can wait, then another signs in between two of them', async () => {
    const { accessToken } = (await login('admin', 'Admin1234')).body;
    let hashed = 0;
    const own = Array.from({ length: 150 }, async () => {
      const taken = { username: 'client', password: 'Client1234', balance: 0 };
      const { status } = await palier.call('POST', '/auth/admin/register-client', accessToken, taken);
      if (status === 409) hashed += 1;
      return status;
    });
    while (hashed === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const before = hashed;
    assert.equal((await login('superadmin', 'Super1234')).status, 200);
    assert.ok(hashed - before < 10, `${hashed - before} of the other's came first`);
    assert.deepEqual([...new Set(await Promise.all(own))].sort(), [409, 503]);
    assert.equal((await login('admin', 'Admin1234')).status, 200);
  });
  test('When a try is turned away, then it does not count, so that the wait has an end', async () => {
    await palier.owner.query(
      "insert into login_failures select s, $1, now() from unnest(array['pair:capo|127.0.0.1', 'name:capo']) s",
      [PAIR_LIMIT],
    );
    assert.equal((await login('capo', 'Capo1234')).status, 429);
    assert.deepEqual(await failuresOf('%capo%'), [PAIR_LIMIT, PAIR_LIMIT]);
    await palier.owner.query("update login_failures set window_started_at = now() - interval '901 s'");
    assert.equal((await login('capo', 'Capo1234')).status, 200);
    assert.deepEqual(await failuresOf('%capo%'), [0, 0]);
  });
  test('When the right password comes after wrong ones, then its own try is forgiven everywhere and all of its pair', async () => {
    await palier.owner.query('delete from known_addresses');
    for (let n = 0; n < 3; n += 1) await login('client', 'Wrong1234');
    assert.equal((await login('client', 'Client1234')).status, 200);
    assert.deepEqual(await failuresOf('pair:client|%'), [0]);
    assert.deepEqual([await failuresOf('name:client'), await failuresOf('address:%')], [[3], [3]]);
  });
  test('When an agent sets the password of whoever used up the tries at the old one, then the new one is taken at once', async () => {
    const { accessToken } = (await login('admin', 'Admin1234')).body;
    const names = ['a_forgetful', 'a-forgetful', 'a_forgetful2'];
    for (const username of names) {
      const client = { username, password: 'Oublie1234', balance: 0 };
      await palier.call('POST', '/auth/admin/register-client', accessToken, client);
    }
    await palier.owner.query('delete from login_failures');
    await palier.owner.query(
      `insert into login_failures select s, 1000, now() from unnest($1::text[]) n,
              unnest(array['pair:' || n || '|127.0.0.1', 'pair:' || n || '|10.0.0.1', 'name:' || n]) s`,
      [names],
    );
    assert.equal((await login('a_forgetful', 'Oublie1234')).status, 429);
    const { rows } = await palier.owner.query("select id from users where username = 'a_forgetful'");
    const passwords = { oldPassword: 'Nouveau1234', newPassword: 'Nouveau1234' };
    const url = `/auth/change-sub-account-password/${rows[0].id}`;
    assert.equal((await palier.call('POST', url, accessToken, passwords)).status, 200);
    assert.equal((await login('a_forgetful', 'Nouveau1234')).status, 200);
    assert.deepEqual(await failuresOf('%forgetful2%'), [1000, 1000, 1000]);
    assert.equal((await login('a-forgetful', 'Oublie1234')).status, 429);
  });
  test('When one signs in again from where one did before, then slips count against that pair alone', async () => {
    assert.equal((await login('client', 'Client1234')).status, 200);
    await palier.owner.query('delete from login_failures');
    for (let n = 0; n < 3; n += 1) await login('client', 'Wrong1234');
    assert.deepEqual([await failuresOf('pair:client|%'), await failuresOf('%')], [[3], [3]]);
    assert.equal((await login('client', 'Client1234')).status, 200);
    assert.deepEqual(await failuresOf('%'), [0]);
  });
  test('When one keeps signing in from an address, then it is remembered anew once a day', async () => {
    const seen = async () =>
      (
        await palier.owner.query<{ at: string }>(
          "select seen_at::text as at from known_addresses where user_id = (select id from users where username = 'capo')",
        )
      ).rows.map(({ at }) => at);
    await login('capo', 'Capo1234');
    const first = await seen();
    await login('capo', 'Capo1234');
    assert.deepEqual(await seen(), first);
    await palier.owner.query("update known_addresses set seen_at = seen_at - interval '25 hours'");
    const old = await seen();
    await login('capo', 'Capo1234');
    assert.equal(old.length, 1);
    assert.notDeepEqual(await seen(), old);
  });
  test('When a name or its network is under attack, then only strangers are turned away', async () => {
    assert.equal((await login('admin', 'Admin1234')).status, 200);
    await palier.owner.query(
      "delete from known_addresses where user_id <> (select id from users where username = 'admin')",
    );
    await palier.owner.query(
      `insert into login_failures select s, 1000, now() from unnest(array['name:admin', 'name:capo', 'address:127.0.0.1']) s
       on conflict (subject) do update set failures = 1000`,
    );
    assert.equal((await login('admin', 'Admin1234')).status, 200);
    assert.equal((await login('capo', 'Capo1234')).status, 429);
  });
  describe('from an address its owner has signed in from, closed to strangers', () => {
    const CLOSED_FOR_S = 600;
    /** Closes a subject as many tries in the last minutes do, so that it opens again in 10 minutes. */
    const close = (subject: string) =>
      palier.owner.query(
        `insert into login_failures values ($1, 1000, now() - make_interval(secs => 900 - $2))
         on conflict (subject) do update set failures = 1000, window_started_at = excluded.window_started_at`,
        [subject, CLOSED_FOR_S],
      );
    /** What the caller sees, its time apart: whole seconds that may pass between two tries are let go. */
    const told = async (username: string, password: string) => {
      const startedAt = performance.now();
      const { statusCode, headers, body } = await palier.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username, password },
      });
      const waitS = Number(headers['retry-after']);
      return {
        status: statusCode,
        isWaitOfTheClosed: waitS > CLOSED_FOR_S - 60 && waitS <= CLOSED_FOR_S,
        words: body.replace(/"requestId":"[^"]*"/, '').replaceAll(/\d+/g, '#'),
        isHeld: performance.now() - startedAt > 450,
      };
    };
    beforeEach(async () => {
      await login('client', 'Client1234');
      await palier.owner.query('delete from login_failures');
    });

    for (const subject of ['address:127.0.0.1', 'name:client'])
      test(`When ${subject.split(':')[0]} is closed, then a wrong password is told what a stranger is, and the right one passes`, async () => {
        await close('address:127.0.0.1');
        const stranger = await told('nobody-here', 'Wrong1234');
        assert.deepEqual([stranger.status, stranger.isWaitOfTheClosed, stranger.isHeld], [429, true, true]);
        await palier.owner.query('delete from login_failures');
        await close(subject);
        assert.deepEqual(await told('client', 'Wrong1234'), stranger);
        assert.equal((await told('client', 'Client1234')).status, 200);
      });
    test('When its own tries are spent too, or it is deactivated, then the answer is still a stranger’s', async () => {
      await close('address:127.0.0.1');
      const stranger = await told('nobody-here', 'Wrong1234');
      await palier.owner.query("insert into login_failures values ('pair:client|127.0.0.1', $1, now())", [
        PAIR_LIMIT - 1,
      ]);
      await login('client', 'Wrong1234');
      assert.deepEqual(await failuresOf('pair:client|%'), [PAIR_LIMIT]);
      assert.deepEqual(await told('client', 'Wrong1234'), stranger);
      assert.deepEqual(await told('client', 'Client1234'), stranger);
      await palier.owner.query("delete from login_failures where subject like 'pair:%'");
      await palier.owner.query("update users set active = false where username = 'client'");
      assert.deepEqual(await told('client', 'Client1234'), stranger);
      await palier.owner.query("update users set active = true where username = 'client'");
    });
    test('When nothing is closed, then a wrong password is told so, and nobody is held', async () => {
      const { status, words } = await told('client', 'Wrong1234');
      assert.deepEqual([status, /too-many/.test(words)], [401, false]);
      assert.equal((await told('nobody-here', 'Wrong1234')).status, 401);
    });
  });
  describe('as something becomes of the account', () => {
    let passwordHash: string | undefined;
    before(async () => {
      const { rows } = await palier.owner.query<{ password_hash: string }>(
        "select password_hash from users where username = 'client'",
      );
      passwordHash = rows[0]?.password_hash;
    });
    afterEach(() =>
      palier.owner.query("update users set password_hash = $1, active = true where username = 'client'", [
        passwordHash,
      ]),
    );

    for (const [what, change] of [
      ['password changes', "password_hash = 'changed'"],
      ['account is deactivated', 'active = false'],
    ] as const) {
      const set = `update users set ${change} where username = 'client'`;
      test(`When the ${what} while the password is being checked, then there is no session and the try counts`, async (context) => {
        const { query } = palier.pool;
        context.mock.method(palier.pool, 'query', async (...args: Parameters<typeof query>) => {
          if ((args[0] as unknown as { name?: string }).name === 'insert-session')
            await palier.owner.query(set);
          return query.apply(palier.pool, args);
        });
        assert.equal((await login('client', 'Client1234')).status, 401);
        assert.deepEqual(await failuresOf('pair:client|%'), [1]);
      });
      test(`When the ${what} at that very moment, then the sign-in waits for it, and there is no session`, async () => {
        const changing = await palier.owner.connect();
        await changing.query('begin');
        await changing.query(set);
        const answer = login('client', 'Client1234');
        await untilLockWaits(palier.owner);
        await changing.query('commit');
        changing.release();
        assert.equal((await answer).status, 401);
      });
    }
  });
  test('When a token is issued, then a strict reader of JWTs takes it, and not one whose time or secret is another', async () => {
    const session = { userId: 7, sessionId: '0b0a7f3e-6c1d-4f7e-9a55-2f7c7b1f6d11' };
    const token = await createAccessTokens(SECRET, 900).issue(session);
    const { userId, sessionId } = (await createAccessTokens(SECRET, 900).read(token))!;
    assert.deepEqual({ userId, sessionId }, session);
    assert.equal(await createAccessTokens(SECRET, 60).read(token), null);
    assert.equal(await createAccessTokens(`${SECRET}!`, 900).read(token), null);
    assert.equal(
      await createAccessTokens(SECRET, 900).read(await createAccessTokens(SECRET, -10).issue(session)),
      null,
    );
  });
  test('When a token that was found good has run out, then it is none', async (context) => {
    const tokens = createAccessTokens(SECRET, 900);
    const token = await tokens.issue({ userId: 7, sessionId: '0b0a7f3e-6c1d-4f7e-9a55-2f7c7b1f6d11' });
    assert.notEqual(await tokens.read(token), null);
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 903_000 });
    assert.equal(await tokens.read(token), null);
  });
  test('When a token is spelled in another way, then it is none: one token cannot fill the memory of good ones', async () => {
    const tokens = createAccessTokens(SECRET, 900);
    const token = await tokens.issue({ userId: 7, sessionId: '0b0a7f3e-6c1d-4f7e-9a55-2f7c7b1f6d11' });
    const [signed, signature = ''] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2]];
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const index = last.indexOf(signature.slice(-1));
    const spellings = [
      `${token} `,
      `${token}\t\n`,
      ` ${token}`,
      `${signed}. ${signature}`,
      `${signed}.${signature.slice(0, 20)}\n${signature.slice(20)}`,
      `${token}=`,
      `${signed}.${signature.slice(0, -1)}${last[index + 1]}`,
      `${signed}.${signature.slice(0, -1)}${last[index + 3]}`,
      `${signed}.${signature.replace(/-/g, '+').replace(/_/g, '/')}=`,
    ];
    for (const spelling of spellings)
      assert.equal(await tokens.read(spelling), null, JSON.stringify(spelling));
    assert.notEqual(await tokens.read(token), null);
  });
  test('When a token is longer than any of ours, then it is refused before it is read', async (context) => {
    const tokens = createAccessTokens(SECRET, 900);
    const decoding = context.mock.method(JSON, 'parse');
    assert.equal(await tokens.read(`${'A'.repeat(4000)}.${'A'.repeat(40)}.${'A'.repeat(43)}`), null);
    assert.equal(decoding.mock.callCount(), 0);
  });
});
