import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { FactorReset, NewPasskey, OwnFactors } from '@palier/shared/contracts/factors';
import { carryOutDueResets } from '../../src/auth/factors/factor-reset.job';
import { readValue } from '../database';
import { SoftPasskey } from './soft-passkey';
import { useTestServer, type Answer } from './start-test-server';

const ORIGIN = 'https://palier.example';
const PASSWORDS = { client: 'Client1234', admin: 'Admin1234', superadmin: 'Super1234' } as const;
type Child = keyof typeof PASSWORDS;
const PARENTS: Record<Child, string> = { client: 'admin', admin: 'superadmin', superadmin: 'capo' };
const IDENTIFIED = { identified: "Pièce d'identité vue" };

const answered = <Body>({ body }: Answer): Body => body as unknown as Body;
const refusalOf = ({ status, body }: Answer) => [status, body.code];

describe('reset of a lost factor', () => {
  const server = useTestServer({ PUBLIC_ORIGIN: ORIGIN });
  const post = (path: string, token: string, body?: object) => server.call('POST', path, token, body);

  beforeEach(() =>
    server.owner.query('delete from factor_resets; delete from passkeys; delete from notices'),
  );

  /** Adds a passkey to an account; resolves to the session in which it was added. */
  async function enrol(username: Child): Promise<{ token: string; passkey: SoftPasskey }> {
    const token = await server.tokenOf(username, PASSWORDS[username]);
    await post('/auth/proof', token, { password: PASSWORDS[username] });
    const options = answered<NewPasskey>(
      await post('/auth/factors/passkeys/begin', token, { name: 'Téléphone' }),
    );
    const passkey = new SoftPasskey(ORIGIN);
    const body = { name: 'Téléphone', passkey: passkey.create(options) };
    assert.equal((await post('/auth/factors/passkeys', token, body)).status, 200);
    return { token, passkey };
  }

  const pathOf = async (username: string): Promise<string> =>
    `/user/sub-account/${await server.idOf(username)}/factor-reset`;
  const ask = async (username: Child, token: string) => post(await pathOf(username), token, IDENTIFIED);
  const login = (username: Child) =>
    server.call('POST', '/auth/login', undefined, { username, password: PASSWORDS[username] });
  const noticesOf = async (username: string): Promise<string[]> => {
    const { rows } = await server.owner.query<{ kind: string }>(
      `select kind from notices n join users u on u.id = n.user_id
        where username = $1 and kind like 'factor-re%' order by n.id`,
      [username],
    );
    return rows.map(({ kind }) => kind);
  };
  const makeDue = () => server.owner.query('update factor_resets set due_at = clock_timestamp()');

  for (const child of Object.keys(PASSWORDS) as Child[])
    test(`factor reset: the parent of ${child} asks, and the password signs in after the wait`, async () => {
      const { token } = await enrol(child);
      const parent = await server.tokenOf(PARENTS[child]);
      const { hasFactor, waitS, reset } = answered<FactorReset>(await ask(child, parent));
      assert.deepEqual([hasFactor, waitS, reset?.by], [true, 86_400, PARENTS[child]]);
      const ofOwner = answered<OwnFactors>(await server.call('GET', '/auth/factors', token)).reset;
      assert.deepEqual(ofOwner, reset);
      assert.deepEqual(await noticesOf(child), ['factor-reset-asked']);
      // Until then nothing changes.
      assert.equal(await carryOutDueResets(server.pool), 0);
      assert.equal((await login(child)).body.code, 'factor-required');
      assert.equal((await server.call('GET', '/user/me', token)).status, 200);

      await makeDue();
      assert.equal(await carryOutDueResets(server.pool), 1);
      assert.equal((await server.call('GET', '/user/me', token)).status, 401);
      assert.equal((await login(child)).status, 200);
      assert.deepEqual(await noticesOf(child), ['factor-reset-asked', 'factor-removed']);
      const { rows } = await server.owner.query<object>(
        `select kind, reason, a.username as actor from journal_entries j join users u on u.id = j.user_id
           join users a on a.id = actor_id
          where u.username = $1 and (kind like 'factor-reset%' or kind = 'factor-removed') order by j.id`,
        [child],
      );
      assert.deepEqual(rows, [
        { kind: 'factor-reset-asked', reason: "Pièce d'identité vue", actor: PARENTS[child] },
        { kind: 'factor-removed', reason: null, actor: PARENTS[child] },
      ]);
    });

  test('factor reset: the owner refuses it in a session with the factor; the parent is told', async () => {
    const { token } = await enrol('client');
    const parent = await server.tokenOf('admin');
    await ask('client', parent);
    assert.equal((await post('/auth/factors/reset/refuse', token)).status, 200);
    assert.deepEqual(await noticesOf('admin'), ['factor-reset-withdrawn']);
    await makeDue();
    assert.equal(await carryOutDueResets(server.pool), 0);
    assert.equal((await login('client')).body.code, 'factor-required');
    assert.deepEqual(refusalOf(await post('/auth/factors/reset/refuse', token)), [409, 'conflict']);
  });

  test('factor reset: the parent withdraws it, asks once at a time, and says how', async () => {
    await enrol('client');
    const parent = await server.tokenOf('admin');
    const path = await pathOf('client');
    for (const body of [{}, { identified: ' ' }, { identified: 'x'.repeat(121) }])
      assert.deepEqual(refusalOf(await post(path, parent, body)), [400, 'invalid-input']);
    assert.equal((await ask('client', parent)).status, 200);
    assert.deepEqual(refusalOf(await ask('client', parent)), [409, 'conflict']);
    assert.equal(answered<FactorReset>(await post(`${path}/withdraw`, parent)).reset, null);
    assert.deepEqual(await noticesOf('client'), ['factor-reset-asked', 'factor-reset-withdrawn']);
    const concurrent = await Promise.all(Array.from({ length: 8 }, () => ask('client', parent)));
    assert.equal(concurrent.filter(({ status }) => status === 200).length, 1);
  });

  test('factor reset: only the direct parent asks, and an account without a factor has none', async () => {
    await enrol('client');
    for (const [name, status] of [
      ['superadmin', 404],
      ['capo', 404],
      ['admin', 200],
    ] as const)
      assert.equal((await ask('client', await server.tokenOf(name))).status, status, name);
    await server.owner.query('delete from factor_resets; delete from passkeys');
    assert.deepEqual(refusalOf(await ask('client', await server.tokenOf('admin'))), [409, 'conflict']);
  });

  test('factor reset: a parent with a second factor needs a fresh proof', async () => {
    await enrol('client');
    const { token } = await enrol('admin');
    await server.owner.query('update sessions set proved_at = null');
    assert.deepEqual(refusalOf(await ask('client', token)), [409, 'proof-required']);
  });

  test('factor reset: of eight processes that carry out one reset, one does', async () => {
    await enrol('client');
    await ask('client', await server.tokenOf('admin'));
    await makeDue();
    const done = await Promise.all(Array.from({ length: 8 }, () => carryOutDueResets(server.pool)));
    assert.equal(
      done.reduce((sum, count) => sum + count),
      1,
    );
  });

  const thefts: Readonly<Record<string, () => Promise<unknown>>> = {
    'is deactivated': async () =>
      post(`/user/update-status/${await server.idOf('admin')}`, await server.tokenOf('superadmin'), {
        active: false,
      }),
    'is frozen': () =>
      server.owner.query(
        `update accounts set is_frozen = true from users
          where users.account_id = accounts.id and username = 'admin'`,
      ),
    'gets another password': async () =>
      post(
        `/auth/change-sub-account-password/${await server.idOf('admin')}`,
        await server.tokenOf('superadmin'),
        { oldPassword: 'Matmata1234', newPassword: 'Matmata1234' },
      ),
  };
  for (const [theft, close] of Object.entries(thefts))
    test(`factor reset: none is carried out whose parent ${theft} since, and both are told`, async () => {
      const { token } = await enrol('client');
      await ask('client', await server.tokenOf('admin'));
      const password = await readValue<string>(
        server.owner,
        "select password_hash from users where username = 'admin'",
      );
      await close();
      await makeDue();
      assert.equal(await carryOutDueResets(server.pool), 0);
      assert.equal((await login('client')).body.code, 'factor-required');
      assert.equal((await server.call('GET', '/user/me', token)).status, 200);
      assert.deepEqual(await noticesOf('client'), ['factor-reset-asked', 'factor-reset-dropped']);
      assert.deepEqual(await noticesOf('admin'), ['factor-reset-dropped']);
      assert.equal((await server.owner.query('select from factor_resets')).rows.length, 0);
      await server.owner.query('update accounts set is_frozen = false');
      await server.owner.query(
        "update users set active = true, password_hash = $1 where username = 'admin'",
        [password],
      );
    });

  test('factor reset: the removal of the last factor ends a waiting reset', async () => {
    const { token } = await enrol('client');
    await ask('client', await server.tokenOf('admin'));
    const [passkey] = answered<OwnFactors>(await server.call('GET', '/auth/factors', token)).passkeys;
    assert.equal((await post(`/auth/factors/passkeys/${passkey?.id}/remove`, token)).status, 200);
    const { rows } = await server.owner.query('select from factor_resets');
    assert.equal(rows.length, 0);
  });
});

describe('reset without a waiting time', () => {
  const server = useTestServer({ FACTOR_RESET_WAIT_S: '0' });

  test('factor reset: with a waiting time of 0 it is carried out at once', async () => {
    await server.owner.query(
      `insert into authenticator_apps (user_id, secret, confirmed_at)
         select id, 'x', now() from users where username = 'client'`,
    );
    const admin = await server.tokenOf('admin');
    const path = `/user/sub-account/${await server.idOf('client')}/factor-reset`;
    const { hasFactor, reset } = answered<FactorReset>(await server.call('POST', path, admin, IDENTIFIED));
    assert.deepEqual([hasFactor, reset], [false, null]);
    assert.equal((await server.login('client')).user.id, await server.idOf('client'));
  });
});
