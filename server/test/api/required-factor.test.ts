import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { NewPasskey } from '@palier/shared/contracts/factors';
import { createFactorRule } from '../../src/sessions/factor-rule';
import { requireFactor } from '../../src/operator/require-factor';
import { SoftPasskey } from './soft-passkey';
import { useTestServer, type Answer } from './start-test-server';

const ORIGIN = 'https://palier.example';
const USERS = [
  ['client', 'Client1234', 'client', '/user/journal?size=25'],
  ['admin', 'Admin1234', 'admin', '/user/find?query=cl'],
  ['superadmin', 'Super1234', 'super-admin', '/jackpot/counters'],
  ['capo', 'Capo1234', 'capo', '/jackpot/counters'],
] as const;
const SENTENCE =
  'Une double authentification est obligatoire pour ce compte. Ajoutez-la dans Paramètres pour continuer.';
/** Longer than a slow machine needs until the server has read the roles again. */
const LIMIT_MS = 120_000;

const answered = <Body>({ body }: Answer): Body => body as unknown as Body;
const mustAdd = (user: object): boolean => (user as { mustAddFactor?: boolean }).mustAddFactor === true;

describe('required factor', () => {
  const server = useTestServer({ PUBLIC_ORIGIN: ORIGIN });
  const run = (...words: string[]) =>
    Promise.resolve(
      requireFactor.run({ pool: server.owner, words, options: {}, operator: 'samia', environment: {} }),
    );

  /** Waits until the server has read the roles. */
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const endAt = Date.now() + LIMIT_MS;
    while (!(await isSo())) {
      assert.ok(Date.now() < endAt, 'the server does not follow');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  afterEach(() => server.owner.query('delete from roles_with_factor; delete from passkeys'));

  for (const [username, password, role, read] of USERS)
    test(`required factor: ${username} signs in, adds a factor first, and the session goes on`, async () => {
      const before = await server.login(username);
      assert.deepEqual(Object.keys(before.user).sort(), [
        'active',
        'balance',
        'id',
        'parentId',
        'roleName',
        'username',
      ]);
      assert.match(String(await run(role, 'on')), /required/);
      await until(async () => mustAdd((await server.login(username)).user));
      // A session from before is held too.
      const { status, body } = await server.call('GET', read, before.accessToken);
      assert.deepEqual([status, body.code, body.errors], [409, 'factor-enrolment-required', [SENTENCE]]);
      const { accessToken: token } = await server.login(username);
      const me = await server.call('GET', '/user/me', token);
      assert.ok(mustAdd(me.body));

      assert.equal((await server.call('POST', '/auth/proof', token, { password })).status, 200);
      const name = 'Téléphone';
      const options = answered<NewPasskey>(
        await server.call('POST', '/auth/factors/passkeys/begin', token, { name }),
      );
      const passkey = new SoftPasskey(ORIGIN).create(options);
      const added = await server.call('POST', '/auth/factors/passkeys', token, { name, passkey });
      assert.equal(added.status, 200);
      assert.equal((await server.call('GET', read, token)).status, 200);
      assert.ok(!mustAdd((await server.call('GET', '/user/me', token)).body));
    });

  test('required factor: an agent without one moves no money, and others of no such role do', async () => {
    const superAdmin = await server.tokenOf('superadmin');
    await run('admin', 'on');
    await until(async () => mustAdd((await server.login('admin')).user));
    const balance = await server.balanceOf('client');
    assert.equal(
      (await server.transfer(await server.tokenOf('admin'))).body.code,
      'factor-enrolment-required',
    );
    assert.equal(await server.balanceOf('client'), balance);
    const paid = await server.transfer(superAdmin, { receiverUsername: 'admin' });
    assert.equal(paid.status, 200);
    await run('admin', 'off');
    await until(async () => !mustAdd((await server.login('admin')).user));
    assert.equal((await server.transfer(await server.tokenOf('admin'))).status, 200);
  });

  test('required factor: without such a role an account costs no read', async () => {
    const texts: string[] = [];
    const rule = createFactorRule({
      query: (text: unknown) => {
        texts.push(typeof text === 'string' ? text : (text as { text: string }).text);
        return Promise.resolve({ rows: [] });
      },
    } as never);
    for (let calls = 0; calls < 3; calls += 1)
      assert.equal(await rule.mustAddFactor({ id: 1, role: 'ROLE_ADMIN' }), false);
    assert.deepEqual(texts, ['select role from roles_with_factor']);
  });

  test('required factor: the command shows who set a role, and refuses other words', async () => {
    assert.equal(await run(), 'No role.');
    await run('capo', 'on');
    assert.equal(await run(), 'ROLE_CAPO, by samia');
    await assert.rejects(run('capo', 'maybe'), /Give on or off/);
    await assert.rejects(run('chief', 'on'), /The role is capo/);
  });
});
