import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPalier, type Palier } from './start-test-server';

describe('a user who changes its own password', () => {
  let palier: Palier;
  before(async () => (palier = await startPalier()));
  after(() => palier.stop());

  const passwordHash = async (): Promise<string | undefined> => {
    const { rows } = await palier.owner.query<{ password_hash: string }>(
      "select password_hash from users where username = 'client'",
    );
    return rows[0]?.password_hash;
  };
  const failures = async (): Promise<number[]> => {
    const { rows } = await palier.owner.query<{ failures: number }>(
      'select failures from login_failures where failures > 0',
    );
    return rows.map((row) => row.failures);
  };
  const change = async (token: string, oldPassword: string, newPassword: string) =>
    palier.call('POST', '/auth/change-password', token, { oldPassword, newPassword });

  test('When the old one is right after wrong ones, then the tries are forgiven, whatever becomes of the new one', async () => {
    const { accessToken } = await palier.login('client');
    for (const wrong of ['Wrong1234', 'Wrong5678'])
      assert.equal((await change(accessToken, wrong, 'Jasmin2026')).status, 400);
    assert.deepEqual(await failures(), [2]);
    assert.equal((await change(accessToken, 'Client1234', 'short')).status, 400);
    assert.deepEqual(await failures(), []);
  });

  test('When its parent sets another one meanwhile, then that one stands, and the change is refused', async (context) => {
    const { accessToken } = await palier.login('client');
    const { query } = palier.pool;
    context.mock.method(palier.pool, 'query', async (...args: Parameters<typeof query>) => {
      if ((args[0] as unknown as { name?: string }).name === 'forgive-login-try')
        await palier.owner.query(
          "update users set password_hash = 'of its parent' where username = 'client'",
        );
      return query.apply(palier.pool, args);
    });
    const { status, body } = await change(accessToken, 'Client1234', 'Jasmin2026');
    assert.deepEqual([status, body.errors], [400, ["L'ancien mot de passe est incorrect."]]);
    assert.equal(await passwordHash(), 'of its parent');
  });
});
