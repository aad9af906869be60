import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { holdOpen, readColumn, readRow, readValue } from '../database';
import { setTimeout as wait } from 'node:timers/promises';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { inTransaction } from '../../src/database/pool';
import {
  findSessionsEndedWithin,
  insertSession,
  revokeSession,
  revokeSessionsOf,
} from '../../src/sessions/session.repository';
import { useTestServer } from './start-test-server';

/**
 * A call, the row that it has to lock, and its path, given the admin's sessions with the calling one first.
 */
type LockingCall = readonly [
  name: string,
  locks: 'admin' | 'client' | 'account' | 'other session',
  path: (sessionIds: readonly string[]) => string,
  body: object,
];

/** Much longer than the time for which an early session check is valid: a busy server reads the call late. */
const HELD_MS = 5_000;

describe('ended sessions', () => {
  const server = useTestServer({}, async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
    clientId = (await server.login('client')).user.id;
    depositId = (await server.transfer(await server.tokenOf('admin'))).body.transactionId;
  });
  let port: number;
  let clientId: number;
  let depositId: number;

  const passwords = { oldPassword: 'Admin1234', newPassword: 'Tardive12' };
  const account = { username: 'trop.tard', password: 'Tardive12', balance: 1 };
  const movement = { receiverUsername: 'client', amount: 1 };
  const WRITES: readonly LockingCall[] = [
    ['creates an account', 'admin', () => '/auth/admin/register-client', account],
    ['sets a password', 'client', () => `/auth/change-sub-account-password/${clientId}`, passwords],
    ['deactivates a sub-account', 'client', () => `/user/update-status/${clientId}`, { active: false }],
    ['changes its own password', 'admin', () => '/auth/change-password', passwords],
    ['ends other sessions', 'other session', () => '/auth/sessions/end-others', {}],
    ['ends one other session', 'other session', ([, other]) => `/auth/sessions/${other}/end`, {}],
    ['gives up an attempt', 'admin', () => '/transactions/attempts/0123456789abcdef', {}],
    ['gives money', 'account', () => '/transactions', { ...movement, type: 'DEPOSIT' }],
    ['takes a deposit back', 'account', () => `/transactions/${depositId}/reversal`, {}],
    ['takes money', 'account', () => '/transactions', { ...movement, type: 'WITHDRAWAL' }],
  ];
  const LIST = '/user/sub-accounts?page=0&size=5';

  /** The live sessions of a user, the newest first. */
  const sessionsOf = (userId: number): Promise<string[]> =>
    readColumn(
      server.owner,
      'select id from sessions where user_id = $1 and revoked_at is null order by created_at desc',
      [userId],
    );
  const end = (sessionId: string | undefined) =>
    server.owner.query(`update sessions set revoked_at = now(), revoked_because = 'logout' where id = $1`, [
      sessionId,
    ]);
  const state = (): Promise<object> =>
    readRow(
      server.owner,
      `select (select count(*)::int from users) as users,
              (select count(*)::int from audit_postings) as postings,
              (select json_agg(json_build_array(username, active, password_hash) order by id)
                 from users where username in ('admin', 'client')) as accounts,
              (select count(*)::int from sessions where revoked_at is null) as sessions,
              (select count(*)::int from idempotency_keys) as keys`,
    );
  /** Sends a call without its last byte; the result sends the last byte and answers with the status. */
  const withhold = (token: string, path: string, body: object) => {
    const text = JSON.stringify(body);
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\n' +
        `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, -1)}`,
    );
    return async (): Promise<number> => {
      socket.write(text.slice(-1));
      await closed;
      return Number(answer.split(' ')[1]);
    };
  };

  test('ended session: a call whose body arrives after the end is 401 and changes nothing', async () => {
    const live = await server.login('admin');
    const { accessToken, user } = await server.login('admin');
    const sessionIds = await sessionsOf(user.id);
    const calls = WRITES.map(([, , path, body]) => withhold(accessToken, path(sessionIds), body));
    calls.push(withhold(accessToken, LIST, {}));
    const [allowed, demoted] = [1, 2].map(() => withhold(live.accessToken, LIST, {}));
    await wait(HELD_MS);
    await end(sessionIds[0]);
    const before = await state();
    for (const complete of calls) assert.equal(await complete(), 401);
    assert.deepEqual(await state(), before);
    assert.equal(await allowed!(), 200);
    const setRole = (role: string) =>
      server.owner.query('update users set role = $1 where id = $2', [role, user.id]);
    await setRole('ROLE_CLIENT');
    const status = await demoted!();
    await setRole('ROLE_ADMIN');
    assert.equal(status, 403);
  });
  test('expired token: a call whose body arrives after the expiry is 401 and does nothing', async (t) => {
    const { accessToken, user } = await server.login('admin');
    const sessionIds = await sessionsOf(user.id);
    const calls = WRITES.map(([, , path, body]) => withhold(accessToken, path(sessionIds), body));
    await wait(HELD_MS);
    const before = await state();
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + (server.config.ACCESS_TOKEN_TTL_S + 60) * 1_000);
    for (const complete of calls) assert.equal(await complete(), 401);
    assert.deepEqual(await state(), before);
  });

  for (const [name, locks, path, body] of WRITES)
    test(`ended session: a call that ${name} is 401 if the session ends as it waits for a row`, async () => {
      await server.login('admin');
      const { accessToken, user } = await server.login('admin');
      const sessionIds = await sessionsOf(user.id);
      // Who ends other sessions has proved who it is.
      await server.owner.query('update sessions set proved_at = clock_timestamp()');
      const releaseLock =
        locks === 'other session'
          ? await holdOpen(server.owner, 'select from sessions where id = $1 for update', [sessionIds[1]])
          : locks === 'account'
            ? await holdOpen(server.owner, "select from accounts where code = 'user:admin' for update")
            : await holdOpen(server.owner, 'select from users where username = $1 for update', [locks]);
      const answer = server.call('POST', path(sessionIds), accessToken, body);
      await untilLockWaits(server.owner);
      await end(sessionIds[0]);
      const before = await state();
      await releaseLock();
      const { status, body: answerBody } = await answer;
      assert.deepEqual([status, answerBody.code], [401, 'unauthenticated']);
      assert.deepEqual(await state(), before);
    });

  test('revocation: a poll of the last second finds sessions whose end waited long for a lock', async () => {
    const [one, all] = await Promise.all(['admin', 'client'].map((username) => server.login(username)));
    const [[id = ''], ofAll] = [await sessionsOf(one!.user.id), await sessionsOf(all!.user.id)];
    await inTransaction(server.pool, async (client) => {
      await client.query('select pg_sleep(1.5)');
      const because = { reason: 'deactivated', actorId: null } as const;
      await revokeSession(client, id, because);
      await revokeSessionsOf(client, all!.user.id, because);
    });
    const found = new Set(await findSessionsEndedWithin(server.pool, 1));
    for (const ended of [id, ...ofAll]) assert.ok(found.has(ended));
  });

  describe('session limit', () => {
    const MAX_SESSIONS = 200;
    const signInBySql = (count: number) =>
      server.owner.query(
        `insert into sessions (user_id, created_at, expires_at)
           select $1, now() - n * interval '1 minute', now() + interval '1 day'
             from generate_series(1, $2) n`,
        [clientId, count],
      );
    const countLive = () =>
      readValue<number>(
        server.owner,
        'select count(*)::int from sessions where user_id = $1 and revoked_at is null',
        [clientId],
      );

    test('session limit: a sign-in at the limit ends the oldest session and records it', async () => {
      await server.owner.query('update sessions set revoked_at = now() where user_id = $1', [clientId]);
      const first = await server.login('client');
      await server.owner.query(
        "update sessions set created_at = now() - interval '1 day' where user_id = $1",
        [clientId],
      );
      await signInBySql(MAX_SESSIONS + 18);
      const { accessToken } = await server.login('client');
      assert.equal(await countLive(), MAX_SESSIONS);
      assert.equal((await server.call('GET', '/user/me', first.accessToken)).status, 401);
      assert.equal((await server.call('GET', '/user/me', accessToken)).status, 200);
      const { rows } = await server.owner.query<{ session_count: number; reason: string }>(
        "select session_count, reason from journal_entries where user_id = $1 and reason = 'replaced'",
        [clientId],
      );
      assert.deepEqual(rows, [{ session_count: 20, reason: 'replaced' }]);
    });

    test('session limit: concurrent sign-ins exceed the limit at most by their number', async () => {
      const AT_ONCE = 15;
      const signedIn = await Promise.all(Array.from({ length: AT_ONCE }, () => server.login('client')));
      assert.ok(signedIn.every(({ accessToken }) => accessToken !== undefined));
      assert.ok((await countLive()) <= MAX_SESSIONS + AT_ONCE);
      // Another sign-in is ending the oldest.
      const release = await holdOpen(
        server.owner,
        'select from sessions where user_id = $1 and revoked_at is null for update',
        [clientId],
      );
      const { accessToken } = await server.login('client');
      await release();
      assert.notEqual(accessToken, undefined);
      await server.login('client');
      assert.equal(await countLive(), MAX_SESSIONS);
    });

    test('session limit: a sign-in replaces no session if the password changes meanwhile', async () => {
      const refused = await insertSession(server.pool, {
        userId: clientId,
        counted: ['pair:x', null, null, null],
        passwordHash: 'changed',
        factorChanges: 0,
        isNewDevice: false,
        lifeS: 60,
        tokenHash: Buffer.alloc(32),
        hasProvedFactor: false,
        device: {
          browser: null,
          system: null,
        },
      });
      assert.deepEqual([refused, await countLive()], [null, MAX_SESSIONS]);
    });

    test('session limit: a sign-in of another account ends none of these sessions', async () => {
      await server.login('admin');
      assert.equal(await countLive(), MAX_SESSIONS);
    });
  });
});
