import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from './start-test-server';

const MAX_SESSIONS = 200;

describe('session limit', () => {
  let server: TestServer;
  let clientId: number;
  before(async () => {
    server = await startTestServer();
    clientId = (await server.login('client')).user.id;
  });
  after(() => server.stop());

  const signInBySql = (count: number) =>
    server.owner.query(
      `insert into sessions (user_id, created_at, expires_at)
         select $1, now() - n * interval '1 minute', now() + interval '1 day' from generate_series(1, $2) n`,
      [clientId, count],
    );
  const countLive = async () => {
    const { rows } = await server.owner.query<{ live: number }>(
      'select count(*)::int as live from sessions where user_id = $1 and revoked_at is null',
      [clientId],
    );
    return rows[0]?.live;
  };

  test('session limit: at the limit, a sign-in replaces the oldest and the journal says so', async () => {
    const first = await server.login('client');
    await server.owner.query("update sessions set created_at = now() - interval '1 day' where user_id = $1", [
      clientId,
    ]);
    await signInBySql(MAX_SESSIONS + 18);
    const { accessToken } = await server.login('client');
    assert.equal(await countLive(), MAX_SESSIONS);
    assert.equal((await server.call('GET', '/user/me', first.accessToken)).status, 401);
    assert.equal((await server.call('GET', '/user/me', accessToken)).status, 200);
    const { rows } = await server.owner.query<{ session_count: number; reason: string }>(
      "select session_count, reason from journal_entries where user_id = $1 and kind = 'sessions-ended'",
      [clientId],
    );
    assert.deepEqual(rows, [{ session_count: 21, reason: 'replaced' }]);
  });

  test('session limit: concurrent sign-ins all succeed, and exceed the limit at most by their number', async () => {
    const AT_ONCE = 15;
    const signedIn = await Promise.all(Array.from({ length: AT_ONCE }, () => server.login('client')));
    assert.ok(signedIn.every(({ accessToken }) => accessToken !== undefined));
    assert.ok(((await countLive()) ?? 0) <= MAX_SESSIONS + AT_ONCE);
    await server.login('client');
    assert.equal(await countLive(), MAX_SESSIONS);
  });

  test('session limit: another account’s sign-in keeps these sessions', async () => {
    await server.login('admin');
    assert.equal(await countLive(), MAX_SESSIONS);
  });
});
