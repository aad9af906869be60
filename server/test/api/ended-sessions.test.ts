import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { holdOpen } from '../transactions';
import { setTimeout as wait } from 'node:timers/promises';
import { untilLockWaits } from '@palier/faults/wait-until';
import { inTransaction } from '../../src/database/pool';
import {
  findSessionsEndedWithin,
  revokeSession,
  revokeSessionsOf,
} from '../../src/sessions/session.repository';
import { startTestServer, type TestServer } from './start-test-server';

interface Act {
  readonly name: string;
  /** Gets the admin's sessions, the calling one first. */
  readonly path: (sessionIds: readonly string[]) => string;
  readonly body: object;
  /** The row that the call has to lock. */
  readonly locks: 'admin' | 'client' | 'account' | 'other session';
}

/** Longer than the time for which an early session check is valid. */
const HELD_MS = 700;

describe('session that ends during its call', () => {
  let server: TestServer;
  let port: number;
  let clientId: number;
  before(async () => {
    server = await startTestServer();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
    clientId = (await server.login('client')).user.id;
  });
  after(() => server.stop());

  const WRITES: readonly Act[] = [
    {
      name: 'creates an account',
      path: () => '/auth/admin/register-client',
      body: { username: 'trop.tard', password: 'Tardive12', balance: 1 },
      locks: 'admin',
    },
    {
      name: 'sets a sub-account’s password',
      path: () => `/auth/change-sub-account-password/${clientId}`,
      body: { oldPassword: 'Tardive12', newPassword: 'Tardive12' },
      locks: 'client',
    },
    {
      name: 'deactivates a sub-account',
      path: () => `/user/update-status/${clientId}`,
      body: { active: false },
      locks: 'client',
    },
    {
      name: 'changes its own password',
      path: () => '/auth/change-password',
      body: { oldPassword: 'Admin1234', newPassword: 'Tardive12' },
      locks: 'admin',
    },
    {
      name: 'ends other sessions',
      path: () => '/auth/sessions/end-others',
      body: {},
      locks: 'other session',
    },
    {
      name: 'ends one other session',
      path: ([, other]) => `/auth/sessions/${other}/end`,
      body: {},
      locks: 'other session',
    },
    {
      name: 'gives up an attempt',
      path: () => '/transactions/attempts/0123456789abcdef',
      body: {},
      locks: 'admin',
    },
    {
      name: 'gives a sub-account money',
      path: () => '/transactions',
      body: { receiverUsername: 'client', amount: 1, type: 'DEPOSIT' },
      locks: 'account',
    },
    {
      name: 'takes a sub-account’s money',
      path: () => '/transactions',
      body: { receiverUsername: 'client', amount: 1, type: 'WITHDRAWAL' },
      locks: 'account',
    },
  ];
  const others: readonly Pick<Act, 'name' | 'path' | 'body'>[] = [
    { name: 'lists its sub-accounts', path: () => '/user/sub-accounts?page=0&size=5', body: {} },
  ];

  /** The sessions of `admin`, the newest first. */
  const sessionsOfAdmin = async (): Promise<string[]> => {
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from sessions where user_id = (select id from users where username = 'admin') order by created_at desc`,
    );
    return rows.map(({ id }) => id);
  };
  const end = (sessionId: string | undefined) =>
    server.owner.query(`update sessions set revoked_at = now(), revoked_because = 'logout' where id = $1`, [
      sessionId,
    ]);
  const state = async (): Promise<unknown> => {
    const { rows } = await server.owner.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from audit_postings) as postings,
              (select json_agg(json_build_array(username, active, password_hash) order by id)
                 from users where username in ('admin', 'client')) as accounts,
              (select count(*)::int from sessions where revoked_at is null) as sessions,
              (select count(*)::int from idempotency_keys) as keys`,
    );
    return rows[0];
  };
  /** Sends a call without its last byte; the result sends the last byte and answers with the status. */
  const withhold = (token: string, path: string, body: object) => {
    const text = JSON.stringify(body);
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, -1)}`,
    );
    return async (): Promise<number> => {
      socket.write(text.slice(-1));
      await closed;
      return Number(answer.split(' ')[1]);
    };
  };

  for (const { name, path, body } of [...WRITES, ...others])
    test(`ended session: it ${name} with a body that completes after the end, the answer is 401 and nothing is done`, async () => {
      await server.login('admin');
      const { accessToken } = await server.login('admin');
      const sessionIds = await sessionsOfAdmin();
      const complete = withhold(accessToken, path(sessionIds), body);
      await wait(HELD_MS);
      await end(sessionIds[0]);
      const before = await state();
      assert.equal(await complete(), 401);
      assert.deepEqual(await state(), before);
    });

  for (const { name, path, body, locks } of WRITES)
    test(`ended session: it ${name} and ends while the call waits for a row, the answer is 401 and nothing is done`, async () => {
      await server.login('admin');
      const { accessToken } = await server.login('admin');
      const sessionIds = await sessionsOfAdmin();
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

  test('live session: a slow body is accepted', async () => {
    const { accessToken } = await server.login('admin');
    const complete = withhold(accessToken, '/user/sub-accounts?page=0&size=5', {});
    await wait(HELD_MS);
    assert.equal(await complete(), 200);
  });

  for (const ended of ['one', 'all'] as const)
    test(`revocation: ${ended} of an account’s sessions end after a long lock wait, a poll of the last second finds them`, async () => {
      const { user } = await server.login('client');
      const { rows } = await server.owner.query<{ id: string }>(
        'select id from sessions where user_id = $1 order by created_at desc limit 1',
        [user.id],
      );
      const sessionId = rows[0]?.id ?? '';
      await inTransaction(server.pool, async (client) => {
        await client.query('select pg_sleep(1.5)');
        const because = { reason: 'deactivated', actorId: null } as const;
        if (ended === 'one') await revokeSession(client, sessionId, because);
        else await revokeSessionsOf(client, user.id, because);
      });
      assert.ok((await findSessionsEndedWithin(server.pool, 1)).includes(sessionId));
    });
});
