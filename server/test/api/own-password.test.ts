import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from './start-test-server';

describe('own password', () => {
  let server: TestServer;
  before(async () => (server = await startTestServer()));
  after(() => server.stop());

  const passwordHash = async (): Promise<string | undefined> => {
    const { rows } = await server.owner.query<{ password_hash: string }>(
      "select password_hash from users where username = 'client'",
    );
    return rows[0]?.password_hash;
  };
  const failures = async (): Promise<number[]> => {
    const { rows } = await server.owner.query<{ failures: number }>(
      'select failures from login_failures where failures > 0',
    );
    return rows.map((row) => row.failures);
  };
  const change = async (token: string, oldPassword: string, newPassword: string) =>
    server.call('POST', '/auth/change-password', token, { oldPassword, newPassword });

  test('own password: the old password is right after wrong ones, the tries are cleared; a refused new one counts as none', async () => {
    const { accessToken } = await server.login('client');
    for (const wrong of ['Wrong1234', 'Wrong5678'])
      assert.equal((await change(accessToken, wrong, 'Jasmin2026')).status, 400);
    assert.equal((await change(accessToken, 'Wrong1234', 'short')).status, 400);
    assert.deepEqual(await failures(), [2]);
    assert.equal((await change(accessToken, 'Client1234', 'Client1234')).status, 200);
    assert.deepEqual(await failures(), []);
  });

  test('own password: the parent sets another one meanwhile, the change is refused', async (context) => {
    const { accessToken } = await server.login('client');
    const { query } = server.pool;
    context.mock.method(server.pool, 'query', async (...args: Parameters<typeof query>) => {
      if ((args[0] as unknown as { name?: string }).name === 'forgive-login-try')
        await server.owner.query(
          "update users set password_hash = 'of its parent' where username = 'client'",
        );
      return query.apply(server.pool, args);
    });
    const { status, body } = await change(accessToken, 'Client1234', 'Jasmin2026');
    assert.deepEqual([status, body.errors], [400, ["L'ancien mot de passe est incorrect."]]);
    assert.equal(await passwordHash(), 'of its parent');
  });
});
