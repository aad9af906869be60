import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readColumn, readValue } from '../database';
import { useTestServer } from './start-test-server';

const IDLE_S = 3_600;

describe('production settings', () => {
  const server = useTestServer({
    NODE_ENV: 'production',
    JWT_SECRET: 'production-'.repeat(4),
    SESSION_IDLE_S: String(IDLE_S),
  });
  const refresh = (refreshToken: string) =>
    server.call('POST', '/auth/refresh-token', undefined, { refreshToken });

  test('API documentation: it is closed in production', async () => {
    for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/index.html'])
      assert.equal((await server.app.inject(url)).statusCode, 404, url);
  });

  test('inactivity: a session that was not refreshed for the limit ends, another goes on', async () => {
    const { refreshToken, user } = await server.login('client');
    const age = (seconds: number): Promise<unknown> =>
      server.owner.query(
        `with older as (
           update sessions set created_at = created_at - make_interval(secs => $1) where user_id = $2)
         update refresh_tokens set used_at = used_at - make_interval(secs => $1)
          where session_id in (select id from sessions where user_id = $2)`,
        [seconds, user.id],
      );
    await age(IDLE_S - 60);
    const renewed = await refresh(refreshToken);
    assert.equal(renewed.status, 200);
    // The limit counts from the last refresh, and not from the sign-in.
    await age(IDLE_S - 60);
    const again = await refresh(renewed.body.refreshToken);
    assert.equal(again.status, 200);
    await age(IDLE_S + 60);
    assert.equal((await refresh(again.body.refreshToken)).status, 401);
    assert.equal(
      await readValue(server.owner, 'select revoked_because from sessions where user_id = $1', [user.id]),
      'inactive',
    );
    assert.deepEqual(
      await readColumn(
        server.owner,
        "select reason from journal_entries where user_id = $1 and kind = 'sessions-ended'",
        [user.id],
      ),
      ['inactive'],
    );
  });
});
