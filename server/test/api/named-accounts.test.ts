import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NamedAccounts } from '@palier/shared/contracts/named-accounts';
import type { Queryable } from '../../src/database/pool';
import { findChildrenByName } from '../../src/users/user.repository';
import { costOf } from '../database';
import { useTestServer, type Answer } from './start-test-server';

const tokens: Record<string, string> = {};
const server = useTestServer({}, async () => {
  await server.owner.query(
    "select create_capo('autre-capo', (select password_hash from users where username = 'capo'))",
  );
  await addUser('autre-capo', 'ROLE_SUPER_ADMIN', 'voisin');
  await addUser('superadmin', 'ROLE_ADMIN', 'autre-admin');
  await addUser('admin', 'ROLE_CLIENT', 'zelda.b');
  for (const name of ['capo', 'autre-capo', 'superadmin', 'admin'])
    tokens[name] = await server.tokenOf(name, name === 'autre-capo' ? 'Capo1234' : undefined);
});

async function addUser(parent: string, role: string, name: string): Promise<void> {
  await server.owner.query(
    `select register_user_at((select id from users where username = $1), $3, '', $2, 0, null, null, now())`,
    [parent, role, name],
  );
}

const answerTo = (caller: string, usernames: unknown): Promise<Answer> =>
  server.call('POST', '/user/sub-accounts/named', tokens[caller], { usernames });

async function named(caller: string, usernames: readonly string[]): Promise<NamedAccounts> {
  const { status, body } = await answerTo(caller, usernames);
  assert.equal(status, 200, String(body.errors));
  return body as unknown as NamedAccounts;
}

const namesIn = ({ accounts }: NamedAccounts) => accounts.map((account) => account?.username ?? null);

describe('accounts by name', () => {
  test('named accounts: each name has its direct sub-account, in order, and its balances', async () => {
    const answer = await named('admin', [' CLIENT ', 'inconnu', 'zelda.b', 'client']);
    assert.deepEqual(namesIn(answer), ['client', null, 'zelda.b', 'client']);
    const [client] = answer.accounts;
    assert.deepEqual(
      { ...client, id: 0, parentId: 0 },
      {
        id: 0,
        username: 'client',
        balance: await server.balanceOf('client'),
        active: true,
        roleName: 'ROLE_CLIENT',
        parentId: 0,
      },
    );
    assert.equal(answer.ownBalance, await server.balanceOf('admin'));
  });

  test('named accounts: an account that is no direct child is as unknown as no account', async () => {
    const everyone = ['capo', 'superadmin', 'admin', 'autre-admin', 'client', 'autre-capo', 'voisin'];
    const found: Record<string, readonly string[]> = {
      capo: ['superadmin'],
      superadmin: ['admin', 'autre-admin'],
      admin: ['client'],
      'autre-capo': ['voisin'],
    };
    for (const [caller, children] of Object.entries(found))
      assert.deepEqual(
        namesIn(await named(caller, everyone)),
        everyone.map((name) => (children.includes(name) ? name : null)),
        caller,
      );
  });

  test('named accounts: names that no account can have find nothing, as they are written', async () => {
    const names = [
      'jean dupont',
      '"client"',
      'client@palier.example',
      'cli\u200bent',
      'cl%',
      'client\0',
      '5',
    ];
    assert.deepEqual(
      namesIn(await named('admin', names)),
      names.map(() => null),
    );
  });

  test('named accounts: the limits of a deposit come with the accounts that they concern', async () => {
    assert.equal((await named('admin', ['client'])).accounts[0]?.deposit, undefined);
    const adminId = await server.idOf('admin');
    const set = (perMovement: number | null) =>
      server.call('POST', `/user/sub-account/${adminId}/limits`, tokens.superadmin, {
        perMovement,
        perDay: perMovement === null ? null : 200,
        leastBalance: null,
        proofAbove: null,
      });
    await set(50);
    const { accounts } = await named('admin', ['client', 'zelda.b', 'inconnu']);
    assert.deepEqual(
      accounts.map((account) => account?.deposit?.perMovement),
      [50, 50, undefined],
    );
    assert.ok(accounts[0]!.deposit!.leftToday! <= 200);
    await set(null);
  });

  test('named accounts: bad input gets a French sentence', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `joueur${index}`);
    const faults: readonly (readonly [unknown, RegExp])[] = [
      [[], /^La liste est vide\.$/],
      [many, /^La liste compte au plus 500 comptes\.$/],
      [['x'.repeat(257)], /\.$/],
      [[''], /\.$/],
      [[7], /\.$/],
      ['client', /\.$/],
      [undefined, /\.$/],
    ];
    for (const [usernames, sentence] of faults) {
      const { status, body } = await answerTo('admin', usernames);
      assert.deepEqual([status, body.code], [400, 'invalid-input'], JSON.stringify(usernames)?.slice(0, 40));
      assert.match(body.errors[0]!, sentence);
    }
    assert.equal((await answerTo('admin', many.slice(0, 500))).status, 200);
  });

  test('named accounts: the read has the same cost however many other accounts there are', async () => {
    const parentId = await server.idOf('admin');
    const blocksRead = async (): Promise<number> => {
      let blocks = 0;
      const explained = {
        async query({ text, values }: { readonly text: string; readonly values: unknown[] }) {
          ({ blocks } = await costOf(server.owner, text, values));
          return server.owner.query(text, values);
        },
      } as unknown as Queryable;
      await findChildrenByName(explained, parentId, ['client', 'zelda.b', 'inconnu']);
      return blocks;
    };
    const before = await blocksRead();
    await server.owner.query(
      `select register_user_at($1, 'foule' || n, '', 'ROLE_CLIENT', 0, null, null, now())
         from generate_series(1, 300) n`,
      [parentId],
    );
    const after = await blocksRead();
    // A larger index may have one more level.
    assert.ok(after <= before * 1.3 + 6, `${before} blocks, then ${after}`);
  });
});
