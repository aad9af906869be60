import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '@palier/test-support/random';
import type { HistoryPage } from '@palier/shared/contracts';
import { EXAMINED_AT_MOST, listSelection } from '../../src/transactions/history-selection.repository';
import { readRow, readValue } from '../database';
import { useTestServer } from './start-test-server';

const SEED = 20_261_125;
const SELECTIONS = process.env.PALIER_LONG === '1' ? 500 : 150;

interface Movement {
  id: number;
  day: string;
  kind: string;
  micros: number;
  posted: number;
  other: string | null;
}

describe('selections of a history', () => {
  const server = useTestServer({}, async () => {
    const { accessToken, user } = await server.login('admin');
    admin = { token: accessToken, id: user.id };
    child = await readRow(
      server.owner,
      `select id, username from users where parent_id = $1 order by id limit 1`,
      [admin.id],
    );
  });
  let admin: { token: string; id: number };
  let child: { id: number; username: string };

  const read = async (query: string, token = admin.token) => {
    const { status, body } = await server.call('GET', `/transactions/history/outgoing?${query}`, token);
    return { status, page: body as unknown as HistoryPage, errors: body.errors };
  };
  /** All movements of a list, as a plain join of postings and transfers. */
  const readMovements = async (userId: number, list: 'O' | 'I'): Promise<Movement[]> => {
    const { rows } = await server.owner.query<Movement>(
      `select t.id::float8 as id, to_char(t.created_at at time zone 'Africa/Tunis', 'YYYY-MM-DD') as day,
              t.kind::text as kind,
              t.amount::float8 as micros, p.amount::float8 as posted, other.username as other
         from postings p join transfers t on t.id = p.transfer_id
         join users u on u.account_id = p.account_id
         left join users other on other.account_id = case $2 when 'O' then t.target_account_id
           else t.initiator_account_id end
        where u.id = $1 and p.list = $2::text::"char" order by p.seq desc`,
      [userId, list],
    );
    return rows;
  };

  test(`selection: pages and totals of ${SELECTIONS} random selections equal a recount`, async () => {
    const random = createRandom(SEED);
    const own = await readMovements(admin.id, 'O');
    const received = await readMovements(child.id, 'I');
    const days = [...new Set(own.map(({ day }) => day))].sort();
    let found = 0;
    for (let turn = 0; turn < SELECTIONS; turn += 1) {
      const isOfChild = random.chance(0.3);
      const all = isOfChild ? received : own;
      const some = random.pick(all);
      const [from, to] = [random.pick(days), random.pick(days)].sort();
      const query: Record<string, string> = {};
      if (random.chance(0.6)) query.from = from ?? '';
      if (random.chance(0.6)) query.to = to ?? '';
      if (random.chance(0.3)) query.kind = some.kind;
      if (random.chance(0.4))
        query.amountFrom = `${(some.micros / 1e6) * (random.chance(0.5) ? 1 : 0.5)}`.slice(0, 8);
      if (random.chance(0.4)) query.amountTo = `${some.micros / 1e6}`;
      if (random.chance(0.2)) query.account = some.other ?? 'unknown';
      if (random.chance(0.1)) query.number = `${some.id}`;
      if (Object.keys(query).length === 0) query.from = from ?? '';
      const expected = all.filter(
        ({ id, day, kind, micros, other }) =>
          (query.from === undefined || day >= query.from) &&
          (query.to === undefined || day <= query.to) &&
          (query.kind === undefined || kind === query.kind) &&
          (query.amountFrom === undefined || micros >= Number(query.amountFrom) * 1e6) &&
          (query.amountTo === undefined || micros <= Number(query.amountTo) * 1e6) &&
          (query.account === undefined || other === query.account) &&
          (query.number === undefined || id === Number(query.number)),
      );
      const size = random.between(1, 30);
      const page = random.between(0, 2);
      const words = new URLSearchParams({ ...query, page: `${page}`, size: `${size}` });
      if (isOfChild) words.set('targetUserId', `${child.id}`);
      const answer = await read(words.toString());
      const sum = (sign: 1 | -1) =>
        expected.reduce((total, { posted }) => total + Math.max(0, sign * posted), 0) / 1e6;
      assert.deepEqual(
        [answer.page.totalElements, answer.page.data.map(({ id }) => id), answer.page.totals],
        [
          expected.length,
          expected.slice(page * size, (page + 1) * size).map(({ id }) => id),
          { credited: sum(1), debited: sum(-1) },
        ],
        `seed ${SEED}, turn ${turn}: ${words.toString()}`,
      );
      found += expected.length > 0 ? 1 : 0;
    }
    assert.ok(found > SELECTIONS / 4, `only ${found} selections had a movement`);
  });

  test('selection: a list without conditions has no totals', async () => {
    const { page } = await read('page=0');
    assert.equal(page.totals, undefined);
    assert.ok(page.totalElements > 60);
  });

  test('selection: a foreign or unknown number and an unknown name find nothing', async () => {
    const [foreign] = await readMovements(child.id, 'I');
    const client = await server.login(child.username);
    const own = await read(`number=${foreign?.id}`, client.accessToken);
    assert.equal(own.page.totalElements, 0);
    const empty = (await read('number=999999999999')).page;
    assert.deepEqual((await read('account=capo')).page, empty);
    assert.deepEqual((await read('account=%00')).page, empty);
  });

  test('selection: an invalid condition is refused with 400 and a sentence', async () => {
    for (const query of [
      'from=2026-02-30',
      'from=0000-01-01',
      'to=x',
      'amountFrom=-1',
      'amountTo=1e9',
      'amountTo=9000000001',
      'number=0',
      'kind=%27',
      'account=',
      'other=1',
    ]) {
      const { status, errors } = await read(query);
      assert.equal(status, 400, query);
      assert.ok((errors[0] ?? '').length > 10, query);
    }
  });

  test(`selection: above ${EXAMINED_AT_MOST} movements, the answer says where it stopped`, async () => {
    const accountId = await readValue<number>(
      server.owner,
      `select account_id from users where role = 'ROLE_CLIENT' order by id desc limit 1`,
    );
    // Postings of a list only, without their other sides: enough for reading.
    await server.owner.query('alter table postings disable trigger user');
    await server.owner.query(
      `with added as (
         insert into transfers (id, amount, created_at, debit_account_id, credit_account_id,
                                initiator_account_id, kind)
         select nextval('transfer_ids'), 1000000, date_trunc('milliseconds', now())
           + n * interval '1 second', $1, 1, $1, 'BET'
           from generate_series(1, ${EXAMINED_AT_MOST + 10}) n returning id)
       insert into postings (transfer_id, amount, balance_after, account_id, list, seq)
         select id, -1000000, 0, $1, 'O', (select initiated_count from accounts where id = $1)
           + row_number() over (order by id) from added`,
      [accountId],
    );
    await server.owner.query(
      `update accounts set initiated_count = initiated_count + ${EXAMINED_AT_MOST + 10} where id = $1`,
      [accountId],
    );
    const page = await listSelection(
      server.pool,
      { of: 'outgoing', accountId },
      { kind: 'BET' },
      { page: 0, size: 2, timeZone: 'Africa/Tunis' },
    );
    assert.equal(page.totalElements, EXAMINED_AT_MOST);
    assert.deepEqual(page.totals, { credited: 0, debited: EXAMINED_AT_MOST });
    assert.match(page.examinedFrom ?? '', /^\d{4}-\d{2}-\d{2}T/);
  });
});
