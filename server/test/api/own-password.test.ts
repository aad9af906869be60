import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHierarchy } from '@palier/test-support/actors/hierarchy';
import { readContract } from '@palier/test-support/actors/openapi-contract';
import { send } from '@palier/test-support/actors/raw-http';
import { connectFrame, openRawClient } from '@palier/test-support/actors/stomp-client';
import { setPassword } from '../../src/operator/accounts';
import { CALLERS, MISSING_SUBJECT } from './access-table/callers';
import { ENDPOINTS } from './access-table/endpoints';
import { useDemoServer } from './demo-server';
import { startTestServer, useTestServer, type TestServer } from './start-test-server';

const SENTENCE = "Votre mot de passe a été choisi par quelqu'un d'autre. Veuillez le changer pour continuer.";
const OWN = 'Matmata-91';

describe('own password required', () => {
  const server = useTestServer({ OWN_PASSWORD_REQUIRED: 'true' });

  for (const [username, given, read] of [
    ['client', 'Client1234', '/user/journal?size=25'],
    ['admin', 'Admin1234', '/user/find?query=cl'],
    ['superadmin', 'Super1234', '/jackpot/counters'],
    ['capo', 'Capo1234', '/jackpot/counters'],
  ] as const)
    test(`own password: ${username} changes a given one first, and the session goes on`, async () => {
      const { accessToken, refreshToken, user } = await server.login(username);
      assert.equal((user as { mustChangePassword?: boolean }).mustChangePassword, true);
      const me = await server.call('GET', '/user/me', accessToken);
      assert.equal((me.body as { mustChangePassword?: boolean }).mustChangePassword, true);
      const refused = await server.call('GET', read, accessToken);
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, 'password-change-required');
      assert.deepEqual(refused.body.errors, [SENTENCE]);
      const body = { oldPassword: given, newPassword: OWN };
      assert.equal((await server.call('POST', '/auth/change-password', accessToken, body)).status, 200);
      assert.equal((await server.call('GET', read, accessToken)).status, 200);
      const after = await server.call('GET', '/user/me', accessToken);
      assert.ok(!('mustChangePassword' in after.body));
      const renewed = await server.call('POST', '/auth/refresh-token', undefined, { refreshToken });
      assert.equal((await server.call('GET', read, renewed.body.accessToken)).status, 200);
      const again = await server.login(username, OWN);
      assert.ok(!('mustChangePassword' in again.user));
    });

  test('own password: a password of the parent must be changed again', async () => {
    const admin = await server.tokenOf('admin', OWN);
    const body = { oldPassword: 'Parent-1234', newPassword: 'Parent-1234' };
    const id = await server.idOf('client');
    const path = `/auth/change-sub-account-password/${id}`;
    assert.equal((await server.call('POST', path, admin, body)).status, 200);
    const { user } = await server.login('client', 'Parent-1234');
    assert.equal((user as { mustChangePassword?: boolean }).mustChangePassword, true);
  });

  test('own password: an agent whose password was set again can move no money', async () => {
    const superAdmin = await server.tokenOf('superadmin', OWN);
    const before = await server.balanceOf('client');
    // This process has read the account of the admin's earlier session.
    assert.equal((await server.transfer(await server.tokenOf('admin', OWN))).status, 200);
    const path = `/auth/change-sub-account-password/${await server.idOf('admin')}`;
    const body = { oldPassword: 'Parent-1234', newPassword: 'Parent-1234' };
    assert.equal((await server.call('POST', path, superAdmin, body)).status, 200);
    const token = await server.tokenOf('admin', 'Parent-1234');
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, body: answer } = await server.transfer(token);
      assert.deepEqual([status, answer.code], [409, 'password-change-required']);
    }
    assert.equal(await server.balanceOf('client'), before + 1);
  });

  test('own password: a new account has a given one, and set-password gives one', async () => {
    const capo = await server.tokenOf('capo', OWN);
    const created = await server.call('POST', '/auth/capo/register-super-admin', capo, {
      username: 'nouveau',
      password: 'Matmata-77',
      balance: 0,
    });
    assert.equal(created.status, 200);
    const mustChange = async (username: string, password: string): Promise<unknown> =>
      ((await server.login(username, password)).user as { mustChangePassword?: boolean }).mustChangePassword;
    assert.equal(await mustChange('nouveau', 'Matmata-77'), true);
    assert.equal(await mustChange('capo', OWN), undefined);
    const same = await server.call(
      'POST',
      '/auth/change-password',
      await server.tokenOf('nouveau', 'Matmata-77'),
      { oldPassword: 'Matmata-77', newPassword: 'Matmata-77' },
    );
    assert.equal(same.status, 400);
    assert.deepEqual(same.body.errors, ["Le nouveau mot de passe doit être différent de l'ancien."]);
    await setPassword.run({
      pool: server.pool,
      words: ['capo', 'Matmata-78'],
      options: {},
      operator: 'samia',
      environment: {},
    });
    assert.equal(await mustChange('capo', 'Matmata-78'), true);
  });
});

describe('own password required: every call', () => {
  const server = useDemoServer(() => Promise.resolve({ OWN_PASSWORD_REQUIRED: 'true' }));
  const ADMITTED = ['readCurrentUser', 'changePassword', 'logout'];

  test('access table: a given password opens only one’s own user and the change of it', async () => {
    const contract = await readContract(server.urlOf(0));
    const users = await createHierarchy(server);
    for (const { role, person } of CALLERS.filter((caller) => caller.person !== null)) {
      const { accessToken } = await users[person!].signIn();
      for (const endpoint of ENDPOINTS.filter(({ operationId }) => !ADMITTED.includes(operationId))) {
        const answer = await send(server.urlOf(0), {
          method: endpoint.method,
          path: endpoint.path(MISSING_SUBJECT),
          token: accessToken,
          body: endpoint.body?.(MISSING_SUBJECT),
        });
        const { code } = (answer.json ?? {}) as { code?: string };
        assert.deepEqual(
          [answer.status, code],
          [409, 'password-change-required'],
          `${role} ${endpoint.operationId}: ${answer.text}`,
        );
        const breach = contract.breach(contract.operation(endpoint.operationId), answer);
        assert.equal(breach, null, `${role} ${endpoint.operationId}: ${breach}`);
      }
    }
  });

  test('own password: a socket is refused before the change, and a sign-out is not', async () => {
    const users = await createHierarchy(server);
    const { accessToken } = await users.client.signIn();
    const client = await openRawClient(server.urlOf(0));
    client.send(connectFrame(accessToken));
    assert.match(await client.waitForFrame('ERROR'), /password change required/);
    const valid = await send(server.urlOf(0), {
      method: 'GET',
      path: `/api/v1/auth/validate-token?token=${accessToken}`,
      token: accessToken,
    });
    assert.equal(valid.status, 200);
    const signedOut = await send(server.urlOf(0), {
      method: 'POST',
      path: '/api/v1/auth/logout',
      token: accessToken,
      body: {},
    });
    assert.equal(signedOut.status, 200);
  });
});

describe('own password not required', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.stop());

  test('own password: without the setting, sign-in and user have only the specified fields', async () => {
    const login = await server.login('client');
    assert.deepEqual(Object.keys(login), ['accessToken', 'refreshToken', 'user']);
    const fields = ['id', 'username', 'balance', 'active', 'roleName', 'parentId'];
    assert.deepEqual(Object.keys(login.user), fields);
    const me = await server.call('GET', '/user/me', login.accessToken);
    assert.deepEqual(Object.keys(me.body), fields);
  });

  test('own password: without the setting, a given password opens the journal', async () => {
    const { accessToken } = await server.login('client');
    assert.equal((await server.call('GET', '/user/journal?size=25', accessToken)).status, 200);
  });
});
