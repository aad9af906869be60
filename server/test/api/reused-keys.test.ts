import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, IS_LONG, useDemoServer } from './demo-server';
import {
  depositOf,
  newKey,
  pay,
  registerClient,
  withdrawalOf,
  withKey,
} from '@palier/test-support/actors/api-client';

describe('idempotency keys', () => {
  const server = useDemoServer();

  test('reused key: the key of another request is refused, except for another agent (A5)', async () => {
    const { accessToken: admin } = await server.login('admin');
    const { accessToken: superAdmin } = await server.login('superadmin');
    const { username, id } = await server.newChild('admin', 5);
    const other = await server.newChild('admin', 5);
    for (let trial = 0; trial < (IS_LONG ? 5 : 1); trial += 1) {
      const key = newKey();
      await pay(server.urlOf(0), admin, depositOf(username, 1), { key });
      const before = await server.balanceOf(username);
      for (const body of [depositOf(username, 2), withdrawalOf(username, 1), depositOf(other.username, 1)])
        assertAnswer(JSON.stringify(body), await pay(server.urlOf(trial), admin, body, { key }), 422);
      const name = `a5-${trial}-${id}`;
      const register = await registerClient(
        server.urlOf(1),
        admin,
        { username: name, balance: 0 },
        withKey(key),
      );
      assertAnswer('another call', register, 422);
      assert.ok((await server.balanceOf(username)) === before, 'money moved');
      const given = await server.balanceOf('superadmin');
      const held = await server.balanceOf('admin');
      const independent = await pay(server.urlOf(1), superAdmin, depositOf('admin', 3), { key });
      const { agentNewBalance } = independent.json as { agentNewBalance?: number };
      const isPaid = agentNewBalance === given - 3 && (await server.balanceOf('admin')) === held + 3;
      assert.ok(isPaid, `another agent: ${independent.status} ${independent.text}`);
    }
  });
});
