import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { registerUser } from '../../src/ledger/ledger.repository';
import type { SubAccountLimits } from '@palier/shared/contracts/limits';
import { proofAbove } from '../../src/operator/accounts';
import { readRow } from '../database';
import { useTestServer, type Answer } from './start-test-server';

const MISSING =
  'Ce montant dépasse la somme à partir de laquelle la double authentification est nécessaire. ' +
  'Ajoutez-la dans Paramètres.';
const PASSWORDS = { admin: 'Admin1234', superadmin: 'Super1234', capo: 'Capo1234' } as const;
type Agent = keyof typeof PASSWORDS;
const CHILDREN: Record<Agent, string> = { admin: 'client', superadmin: 'admin', capo: 'superadmin' };
const AGENTS = Object.keys(PASSWORDS) as Agent[];

describe('step-up', () => {
  const server = useTestServer();

  const post = (path: string, token: string, body?: object, headers?: Record<string, string>) =>
    server.call('POST', path, token, body, headers);

  const setSum = (username: string, sum: string): Promise<unknown> =>
    Promise.resolve(
      proofAbove.run({
        pool: server.owner,
        words: [username, sum],
        options: {},
        operator: 'samia',
        environment: {},
      }),
    );

  /** A session of an agent with an app, proved or not. */
  async function enrol(agent: Agent): Promise<{ token: string; prove: () => Promise<Answer> }> {
    await server.owner.query('delete from authenticator_apps');
    const token = await server.tokenOf(agent);
    await post('/auth/proof', token, { password: PASSWORDS[agent] });
    const { secret } = (await post('/auth/factors/app', token)).body as unknown as { secret: string };
    const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    assert.equal((await post('/auth/factors/app/confirm', token, { code: codeOf() })).status, 200);
    await forgetProofs();
    return {
      token,
      prove: async () => {
        await server.owner.query('update authenticator_apps set last_step = 0');
        return post('/auth/proof', token, { code: codeOf() });
      },
    };
  }

  const forgetProofs = () => server.owner.query('update sessions set proved_at = null');
  const codeOf = ({ status, body }: Answer) => [status, body.code];
  const REFUSED = [409, 'proof-required'];
  const deposit = (agent: Agent, token: string, amount: number, key?: string) =>
    server.transfer(token, { receiverUsername: CHILDREN[agent], amount }, key);

  for (const agent of AGENTS)
    test(`step-up: a movement of ${agent} above the sum needs a factor, then a fresh proof`, async () => {
      await setSum(agent, '10');
      const plain = await server.tokenOf(agent);
      const refused = await deposit(agent, plain, 11);
      assert.deepEqual([...codeOf(refused), refused.body.errors[0]], [409, 'factor-missing', MISSING]);
      assert.equal((await deposit(agent, plain, 10)).status, 200);
      // The password is no proof for money.
      await post('/auth/proof', plain, { password: PASSWORDS[agent] });
      assert.deepEqual(codeOf(await deposit(agent, plain, 11)), [409, 'factor-missing']);

      const { token, prove } = await enrol(agent);
      const before = await server.balanceOf(CHILDREN[agent]);
      assert.deepEqual(codeOf(await deposit(agent, token, 11, `${agent}-key`)), REFUSED);
      assert.equal((await prove()).status, 200);
      assert.equal((await deposit(agent, token, 11, `${agent}-key`)).status, 200);
      assert.equal((await deposit(agent, token, 11, `${agent}-key`)).status, 200);
      assert.equal(await server.balanceOf(CHILDREN[agent]), before + 11);
      const withdrawal = { receiverUsername: CHILDREN[agent], amount: 11, type: 'WITHDRAWAL' };
      assert.equal((await server.transfer(token, withdrawal)).status, 200);
      await server.owner.query("update sessions set proved_at = proved_at - interval '301 s'");
      assert.deepEqual(codeOf(await server.transfer(token, withdrawal)), REFUSED);
      assert.deepEqual(codeOf(await deposit(agent, token, 11)), REFUSED);
      await setSum(agent, 'none');
      assert.equal((await deposit(agent, token, 11)).status, 200);
    });

  test('step-up: movements with a note, in batches and reversals need the proof too', async () => {
    await setSum('admin', '10');
    const { token, prove } = await enrol('admin');
    const noted = { amount: 11, note: 'avance' };
    assert.deepEqual(codeOf(await server.transfer(token, noted)), REFUSED);
    const batch = await Promise.all(
      Array.from({ length: 32 }, (_, index) => server.transfer(token, { amount: index % 2 === 0 ? 11 : 1 })),
    );
    assert.deepEqual(
      batch.map(({ status }) => status),
      batch.map((_, index) => (index % 2 === 0 ? 409 : 200)),
    );
    await prove();
    const { body } = await server.transfer(token, noted);
    await forgetProofs();
    assert.deepEqual(codeOf(await post(`/transactions/${body.transactionId}/reversal`, token)), REFUSED);
    await prove();
    assert.equal((await post(`/transactions/${body.transactionId}/reversal`, token)).status, 200);
  });

  test('step-up: an opening balance above the sum needs the proof, and a smaller one does not', async () => {
    await setSum('admin', '10');
    const { token, prove } = await enrol('admin');
    const register = (username: string, balance: number) =>
      post('/auth/admin/register-client', token, { username, password: 'Matmata-77', balance });
    assert.deepEqual(codeOf(await register('nouveau1', 11)), REFUSED);
    assert.equal((await register('nouveau2', 10)).status, 200);
    await prove();
    assert.equal((await register('nouveau1', 11)).status, 200);
  });

  test('step-up: the ledger asks for the proof of an opening balance, and stores no answer', async () => {
    await setSum('admin', '10');
    const { token } = await enrol('admin');
    const { id, sessionId } = await readRow<{ id: number; sessionId: string }>(
      server.owner,
      `select user_id as id, id as "sessionId" from sessions
        where user_id = (select id from users where username = 'admin') and revoked_at is null
        order by created_at desc limit 1`,
    );
    const register = () =>
      registerUser(server.pool, {
        parentId: id,
        sessionId,
        username: 'nouveau3',
        passwordHash: 'x',
        role: 'ROLE_CLIENT',
        openingMicros: 11_000_000n,
        key: 'opening',
        fingerprint: 'opening',
      });
    assert.deepEqual(await register(), { ok: false, reason: 'proof' });
    await server.owner.query('update sessions set proved_at = now() where id = $1', [sessionId]);
    assert.equal((await register()).ok, true);
    assert.equal((await server.call('GET', '/user/me', token)).status, 200);
  });

  test('step-up: a proof that a clock dated ahead is none', async () => {
    await setSum('admin', '10');
    const { token } = await enrol('admin');
    await server.owner.query("update sessions set proved_at = now() + interval '30 days'");
    assert.deepEqual(codeOf(await deposit('admin', token, 11)), REFUSED);
    assert.deepEqual(codeOf(await post('/auth/factors/app/remove', token)), REFUSED);
  });

  test('step-up: a proof of another session is of no use, nor one of an ended session', async () => {
    await setSum('admin', '10');
    const { token, prove } = await enrol('admin');
    assert.equal((await prove()).status, 200);
    await server.owner.query('delete from authenticator_apps');
    const other = await server.tokenOf('admin');
    await server.owner.query(
      `insert into authenticator_apps (user_id, secret, confirmed_at)
         select id, 'x', now() from users where username = 'admin'`,
    );
    assert.deepEqual(codeOf(await deposit('admin', other, 11)), REFUSED);
    assert.equal((await deposit('admin', token, 11)).status, 200);
    await post('/auth/logout', token);
    assert.equal((await deposit('admin', token, 11)).status, 401);
  });

  test('step-up: the password of a sub-account needs a proof of callers with a factor alone', async () => {
    const path = `/auth/change-sub-account-password/${await server.idOf('client')}`;
    const body = { oldPassword: 'Matmata-91', newPassword: 'Matmata-91' };
    await server.owner.query('delete from authenticator_apps');
    assert.equal((await post(path, await server.tokenOf('admin'), body)).status, 200);
    const { token, prove } = await enrol('admin');
    assert.deepEqual(codeOf(await post(path, token, body)), REFUSED);
    await prove();
    assert.equal((await post(path, token, body)).status, 200);
  });

  test("step-up: the parent's sum holds where it is below the operator's, and ends with it", async () => {
    const parent = await server.tokenOf('superadmin');
    const path = `/user/sub-account/${await server.idOf('admin')}/limits`;
    const none = { perMovement: null, perDay: null, leastBalance: null };
    const setByParent = (proofAbove: number | null, token = parent) =>
      post(path, token, { ...none, proofAbove });
    await server.owner.query('delete from authenticator_apps');
    await setSum('admin', 'none');
    const token = await server.tokenOf('admin');
    const isRefused = async (amount: number): Promise<boolean> => {
      const { status, body } = await deposit('admin', token, amount);
      if (status !== 200)
        assert.deepEqual([status, body.code, body.errors[0]], [409, 'factor-missing', MISSING]);
      return status !== 200;
    };
    assert.equal((await setByParent(10.5)).status, 200);
    assert.deepEqual([await isRefused(10), await isRefused(11)], [false, true]);
    await setSum('admin', '5');
    assert.deepEqual([await isRefused(5), await isRefused(6)], [false, true]);
    await setSum('admin', '20');
    assert.deepEqual([await isRefused(10), await isRefused(11)], [false, true]);
    const shown = (await server.call('GET', path, parent)).body as unknown as SubAccountLimits;
    assert.deepEqual([shown.own.proofAbove, shown.ofRole.proofAbove], [10.5, 20]);
    await setByParent(null);
    assert.deepEqual([await isRefused(20), await isRefused(21)], [false, true]);
    await setSum('admin', 'none');
    assert.equal(await isRefused(50), false);
    // Nobody but the direct parent sets it.
    for (const name of ['capo', 'admin']) {
      const { status } = await setByParent(1, await server.tokenOf(name));
      assert.ok([403, 404].includes(status), name);
    }
    const { rows } = await server.owner.query<object>(
      "select reason from journal_entries where kind = 'limits-changed' order by id limit 1",
    );
    assert.deepEqual(rows, [{ reason: 'movement –, day –, balance –, proof 10.5' }]);
    const hasLimits = "select has_limits from accounts where code = 'user:admin'";
    assert.deepEqual((await server.owner.query(hasLimits)).rows, [{ has_limits: false }]);
  });

  test('step-up: the journal names the operator who set the sum, and the sum', async () => {
    await setSum('admin', '500');
    const { rows } = await server.owner.query<object>(
      `select operator, reason from journal_entries where kind = 'proof-sum-set' order by id desc limit 1`,
    );
    assert.deepEqual(rows, [{ operator: 'samia', reason: '500 TND' }]);
    await assert.rejects(setSum('admin', '1.5'), /Give whole dinars, or none/);
  });
});
