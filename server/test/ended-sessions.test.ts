import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPalier, type Palier } from './palier';

interface Act {
  readonly name: string;
  readonly path: () => string;
  readonly body: object;
  /** Whose row it has to lock. */
  readonly locks: 'admin' | 'client';
}

/** How long a body is kept back: more than the moment for which an early look at the session holds. */
const HELD_MS = 700;

describe('a session that ends while its call is under way', () => {
  let palier: Palier;
  let port: number;
  let clientId: number;
  before(async () => {
    palier = await startPalier();
    await palier.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = palier.app.server.address() as AddressInfo);
    clientId = (await palier.login('client')).user.id;
  });
  after(() => palier.stop());

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
  ];
  const others: readonly Pick<Act, 'name' | 'path' | 'body'>[] = [
    { name: 'lists its sub-accounts', path: () => '/user/sub-accounts?page=0&size=5', body: {} },
    { name: 'ends other sessions', path: () => '/auth/sessions/end-others', body: {} },
    { name: 'gives up an attempt', path: () => '/transactions/attempts/0123456789abcdef', body: {} },
  ];

  const endSessionsOf = (username: string) =>
    palier.owner.query(
      `update sessions set revoked_at = now(), revoked_because = 'logout'
        where user_id = (select id from users where username = $1) and revoked_at is null`,
      [username],
    );
  /** What the acts would have changed. */
  const state = async (): Promise<unknown> => {
    const { rows } = await palier.owner.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from audit_postings) as postings,
              (select json_agg(json_build_array(username, active, password_hash) order by id)
                 from users where username in ('admin', 'client')) as accounts,
              (select count(*)::int from sessions where revoked_at is null) as sessions,
              (select count(*)::int from idempotency_keys) as keys`,
    );
    return rows[0];
  };
  /** Sends a call but for the last byte of its body; what is returned sends that too, and answers with the status. */
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
    test(`When it ${name} with a body whose last byte comes after its end, then nothing is done: 401`, async () => {
      const { accessToken } = await palier.login('admin');
      const complete = withhold(accessToken, path(), body);
      await wait(HELD_MS);
      await endSessionsOf('admin');
      const before = await state();
      assert.equal(await complete(), 401);
      assert.deepEqual(await state(), before);
    });

  for (const { name, path, body, locks } of WRITES)
    test(`When it ${name} and ends while that waits for a row, then nothing is done: 401`, async () => {
      const { accessToken } = await palier.login('admin');
      const holder = await palier.owner.connect();
      await holder.query('begin');
      await holder.query('select from users where username = $1 for update', [locks]);
      const answer = palier.call('POST', path(), accessToken, body);
      for (let tries = 0; tries < 100; tries += 1) {
        const { rowCount } = await palier.owner.query('select from pg_locks where not granted');
        if (rowCount !== 0) break;
        await wait(50);
      }
      await endSessionsOf('admin');
      const before = await state();
      await holder.query('rollback');
      holder.release();
      const { status, body: told } = await answer;
      assert.deepEqual([status, told.code], [401, 'unauthenticated']);
      assert.deepEqual(await state(), before);
    });

  test('When a slow body comes from a session that lives, then its call is done', async () => {
    const { accessToken } = await palier.login('admin');
    const complete = withhold(accessToken, '/user/sub-accounts?page=0&size=5', {});
    await wait(HELD_MS);
    assert.equal(await complete(), 200);
  });
});
