import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import { findInSubtree } from '../../src/users/user-list.repository';
import { costOf } from '../database';
import { useTestServer } from './start-test-server';

const server = useTestServer({}, async () => {
  await server.owner.query(
    "select create_capo('autre-capo', (select password_hash from users where username = 'capo'))",
  );
  await addUsers('autre-capo', 'ROLE_SUPER_ADMIN', ['zelda-voisine']);
  await addUsers('capo', 'ROLE_SUPER_ADMIN', ['super-zelda']);
  await addUsers('superadmin', 'ROLE_ADMIN', ['admin-zelda']);
  await addUsers('admin', 'ROLE_CLIENT', ['zelda', 'zelda.b', 'azeldazelda']);
  for (const name of ['capo', 'autre-capo', 'superadmin', 'admin', 'client'])
    tokens[name] = await server.tokenOf(name, name === 'autre-capo' ? 'Capo1234' : undefined);
});
const tokens: Record<string, string> = {};

async function addUsers(parent: string, role: Role, names: readonly string[]): Promise<void> {
  await server.owner.query(
    `select register_user_at((select id from users where username = $1), name, '', $2, 0, null, null, now())
       from unnest($3::text[]) name`,
    [parent, role, names],
  );
}

const answerTo = (caller: string, query: string) =>
  server.call('GET', `/user/find?query=${encodeURIComponent(query)}`, tokens[caller]);
const find = async (caller: string, query: string): Promise<FoundAccount[]> => {
  const { status, body } = await answerTo(caller, query);
  assert.equal(status, 200);
  return (body as unknown as { accounts: FoundAccount[] }).accounts;
};
const namesOf = (accounts: readonly FoundAccount[]) => accounts.map(({ username }) => username);

describe('search of accounts', () => {
  test('find: each agent above finds a name, and only the parent sees its balance', async () => {
    const paths: Record<string, string[]> = {
      capo: ['capo', 'superadmin', 'admin'],
      superadmin: ['superadmin', 'admin'],
      admin: ['admin'],
    };
    for (const [caller, path] of Object.entries(paths)) {
      const [found, ...others] = await find(caller, 'zelda.b');
      assert.deepEqual(others, []);
      const { id, ...rest } = found!;
      assert.ok(id > 0);
      const balance = caller === 'admin' ? { balance: 0 } : {};
      assert.deepEqual(rest, { username: 'zelda.b', role: 'ROLE_CLIENT', active: true, path, ...balance });
    }
  });

  test('find: the equal name comes first, then names that begin with the text, then the others', async () => {
    assert.deepEqual(namesOf(await find('capo', ' ZELDA ')), [
      'zelda',
      'zelda.b',
      'admin-zelda',
      'azeldazelda',
      'super-zelda',
    ]);
    assert.deepEqual(namesOf(await find('superadmin', 'elda')), [
      'admin-zelda',
      'azeldazelda',
      'zelda',
      'zelda.b',
    ]);
  });

  test('find: characters that no name has find nothing', async () => {
    for (const query of [
      'ze%',
      'z_lda',
      '^ze',
      'ze~',
      'zélda',
      'ze\0',
      'ze lda',
      "ze'",
      '\\\\',
      'n'.repeat(256),
    ])
      assert.deepEqual(await find('capo', query), [], query);
  });

  for (const [condition, query, sentence] of [
    ['a missing text', '', 'Le champ « query » est invalide.'],
    ['a text of one character', '?query=n', 'La recherche demande au moins deux caractères.'],
    ['a character among blanks', '?query=%20%20n%20', 'La recherche demande au moins deux caractères.'],
    ['a text that is too long', `?query=${'n'.repeat(257)}`, 'La recherche est trop longue.'],
  ] as const)
    test(`find: ${condition} is refused in French`, async () => {
      const { status, body } = await server.call('GET', `/user/find${query}`, tokens.admin);
      assert.deepEqual([status, body.code, body.errors], [400, 'invalid-input', [sentence]]);
    });

  test('find: a text that occurs often in 300 names is found with as few reads as in few names', async () => {
    await addUsers(
      'zelda-voisine',
      'ROLE_ADMIN',
      Array.from({ length: 300 }, (_, n) => `q${'w'.repeat(24)}${1_000 + n}`),
    );
    const { rows, blocks } = await costOf(
      server.owner,
      `select * from find_accounts((select id from users where username = 'autre-capo'), 'ROLE_CAPO', 'ww',
                                   10)`,
    );
    assert.equal(rows, 10);
    assert.ok(blocks < 1_000, `${blocks} blocks`);
  });

  test('find: at most ten accounts are found, the same as by a search through all names', async () => {
    const letters = (count: number) =>
      Array.from({ length: count }, () => 'aab.'.charAt(Math.floor(Math.random() * 4))).join('');
    const newNames = (count: number) => [
      ...new Set(Array.from({ length: count }, () => letters(3 + Math.floor(Math.random() * 7)))),
    ];
    const taken = new Set<string>();
    const fresh = (count: number) =>
      newNames(count).filter((name) => !taken.has(name) && taken.add(name) !== undefined);
    for (const [parent, role] of [
      ['capo', 'ROLE_SUPER_ADMIN'],
      ['superadmin', 'ROLE_ADMIN'],
      ['admin', 'ROLE_CLIENT'],
      ['admin-zelda', 'ROLE_CLIENT'],
      ['autre-capo', 'ROLE_SUPER_ADMIN'],
      ['zelda-voisine', 'ROLE_ADMIN'],
    ] as const)
      await addUsers(parent, role, fresh(60));
    const { rows: users } = await server.owner.query<{
      id: number;
      username: string;
      role: Role;
      parent_id: number | null;
    }>('select id, username, role, parent_id from users');
    const parentOf = new Map(users.map(({ id, parent_id }) => [id, parent_id]));
    const isBelow = (id: number, agent: number): boolean => {
      const parent = parentOf.get(id) ?? null;
      return parent !== null && (parent === agent || isBelow(parent, agent));
    };
    const agents = users.filter(({ role, username }) => role !== 'ROLE_CLIENT' && !taken.has(username));
    for (let round = 0; round < 300; round += 1) {
      const agent = agents[round % agents.length]!;
      const text = letters(2 + Math.floor(Math.random() * 4));
      const found = await findInSubtree(server.pool, agent, text);
      const all = users.filter(({ id, username }) => username.includes(text) && isBelow(id, agent.id));
      assert.equal(found.length, Math.min(all.length, 10), `${agent.username} ${text}`);
      const rankOf = (username: string) => (username === text ? 0 : username.startsWith(text) ? 1 : 2);
      const ranks = found.map(({ username }) => rankOf(username));
      const wanted = all.map(({ username }) => rankOf(username)).sort();
      assert.deepEqual(ranks, wanted.slice(0, 10));
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
      for (const { id } of found) assert.ok(all.some((user) => user.id === id));
    }
  });
});
