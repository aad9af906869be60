import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countStatements } from '../database';
import { useTestServer } from './start-test-server';

interface Child {
  readonly username: string;
  readonly active: boolean;
  readonly child_seq: number;
  readonly balance: bigint;
  readonly last_moved_at: Date | number;
}

const server = useTestServer({}, async () => {
  token = await server.tokenOf('superadmin');
  const id = await server.idOf('superadmin');
  // Every second of them has a balance and a movement, every third is inactive. The names do not follow the
  // order of creation.
  await server.owner.query(
    `select register_user_at($1, md5(g::text) || '', '', 'ROLE_ADMIN', g % 2 * (g % 7 + 1) * 1000000, null,
                             null, now())
       from generate_series(1, 60) g order by g`,
    [id],
  );
  await server.owner.query('update users set active = child_seq % 3 > 0 where parent_id = $1', [id]);
  children = (
    await server.owner.query<Child>(
      `select u.username, u.active, u.child_seq, a.balance, a.last_moved_at from users u
        join accounts a on a.id = u.account_id
        where u.parent_id = $1`,
      [id],
    )
  ).rows;
});
let token: string;
let children: readonly Child[];

const KEYS: Record<string, (child: Child) => number | string> = {
  created: ({ child_seq }) => child_seq,
  name: ({ username }) => username,
  balance: ({ balance }) => Number(balance),
  moved: ({ last_moved_at }) => Number(last_moved_at),
};
const compare = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0);

async function readAll(path: string): Promise<{ names: string[]; total: number }> {
  const names: string[] = [];
  for (let page = 0; ; page += 1) {
    const { status, body } = await server.call('POST', `${path}&page=${page}&size=25`, token);
    assert.equal(status, 200, path);
    names.push(...body.data.map(({ username }) => username));
    // Also the page after the last one has the total.
    if (body.data.length === 0) return { names, total: body.totalElements };
  }
}

describe('order of sub-accounts', () => {
  test('order of sub-accounts: at most four concurrent pages are read at a time', async (context) => {
    const counts = countStatements(context, server.pool, 'order by a.balance');
    const list = () => server.call('POST', '/user/sub-accounts?sort=balance&page=0&size=25', token);
    const answers = await Promise.all(Array.from({ length: 12 }, list));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(counts.most <= 4 && counts.all === 12, JSON.stringify(counts));
  });

  for (const [sort, key] of Object.entries(KEYS))
    for (const order of ['asc', 'desc'])
      test(`order of sub-accounts: ${sort} ${order} holds over all pages, searches and states`, async () => {
        const sign = order === 'asc' ? 1 : -1;
        const sorted = children.toSorted(
          (one, other) => sign * (compare(key(one), key(other)) || one.child_seq - other.child_seq),
        );
        const query = `sort=${sort}&order=${order}`;
        for (const term of ['', 'a', 'a1'])
          for (const active of [undefined, true, false]) {
            const path = term === '' ? '/user/sub-accounts?' : `/user/search?username=${term}&`;
            const wanted = sorted
              .filter((child) => child.username.includes(term) && child.active === (active ?? child.active))
              .map(({ username }) => username);
            const state = active === undefined ? '' : `&active=${active}`;
            const read = await readAll(`${path}${query}${state}`);
            assert.deepEqual(read, { names: wanted, total: wanted.length }, `${path}${query}${state}`);
          }
      });

  test('order of sub-accounts: a filter by state keeps the default order, exact name first', async () => {
    const inactive = children
      .filter(({ active }) => !active)
      .toSorted((one, other) => one.child_seq - other.child_seq);
    const { names } = await readAll('/user/sub-accounts?active=false');
    assert.deepEqual(
      names,
      inactive.map(({ username }) => username),
    );
    const last = names.at(-1)!;
    assert.equal(
      (await readAll(`/user/search?username=${last.slice(0, 1)}&active=false`)).names.at(-1),
      last,
    );
    assert.deepEqual((await readAll(`/user/search?username=${last}&active=false`)).names, [last]);
  });

  for (const [query, sentence] of [
    ['sort=password_hash', 'Le tri est invalide.'],
    ['sort=name&order=up', "L'ordre est invalide."],
    ['active=yes', "L'état est invalide."],
    ['sort=name&sort=name', 'Le tri est invalide.'],
    ['by=name', 'Le champ « by » est inconnu.'],
  ] as const)
    test(`order of sub-accounts: ${query} is refused in French`, async () => {
      for (const path of ['/user/sub-accounts?', '/user/search?username=a&']) {
        const { status, body } = await server.call('POST', `${path}${query}`, token);
        assert.deepEqual([status, body.errors], [400, [sentence]]);
      }
    });
});
