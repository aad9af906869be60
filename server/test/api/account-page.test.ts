import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountEvent, AccountEvents, AccountPage } from '@palier/shared/contracts/account-page';
import { readColumn, readValue } from '../database';
import { useGames } from './games-provider';

const TREE = ['capo', 'superadmin', 'admin', 'client'] as const;

const games = useGames({}, async () => {
  await server.owner.query(
    `select register_user_at((select id from users where username = 'admin'), 'newcomer', '', 'ROLE_CLIENT',
                              0, null, null, now())`,
  );
  for (const name of TREE) tokens[name] = await server.tokenOf(name);
  const { rows } = await server.owner.query<{ id: number; username: string }>(
    'select id, username from users',
  );
  for (const { id, username } of rows) ids[username] = id;
});
const { server } = games;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

const pageOf = async (name: string, caller = 'capo'): Promise<AccountPage> => {
  const { status, body } = await server.call('GET', `/user/account/${ids[name]}`, tokens[caller]);
  assert.equal(status, 200, name);
  return body as unknown as AccountPage;
};
const eventsOf = async (name: string, before?: string): Promise<AccountEvents> => {
  const query = before === undefined ? '' : `?before=${before}`;
  const { status, body } = await server.call('GET', `/user/account/${ids[name]}/events${query}`, tokens.capo);
  assert.equal(status, 200, name);
  return body as unknown as AccountEvents;
};
/** All events of an account; `between` runs after each page. */
async function allEventsOf(
  name: string,
  between = async (): Promise<unknown> => undefined,
): Promise<AccountEvent[]> {
  const events: AccountEvent[] = [];
  let next: string | null | undefined;
  do {
    const part = await eventsOf(name, next ?? undefined);
    events.push(...part.data);
    next = part.next;
    await between();
  } while (next !== null);
  return events;
}

describe('account page', () => {
  test('account: an agent reads its own page and those of all below, with the path in between', async () => {
    for (const [above, caller] of TREE.slice(0, 3).entries())
      for (const [below, name] of TREE.entries()) {
        if (below < above) continue;
        const { id, username, path, isDirect, active, isFrozen } = await pageOf(name, caller);
        assert.deepEqual([id, username, active, isFrozen], [ids[name], name, true, false]);
        assert.deepEqual(
          path.map((one) => one.username),
          TREE.slice(above, below),
        );
        assert.equal(isDirect, below === above + 1);
      }
    assert.equal((await pageOf('client')).balance, await server.balanceOf('client'));
  });

  test('account: it says that it is deactivated or frozen, and when its latest sign-in was', async () => {
    assert.equal((await pageOf('newcomer')).lastSignInAt, null);
    await server.owner.query("update users set active = false where username = 'newcomer'");
    await server.owner.query("update accounts set is_frozen = true where code = 'user:newcomer'");
    const { active, isFrozen } = await pageOf('newcomer');
    assert.deepEqual([active, isFrozen], [false, true]);
    const last = await readValue<number>(
      server.owner,
      "select max(id)::int from journal_entries where user_id = $1 and kind = 'signed-in'",
      [ids.client],
    );
    const signedIn = (await allEventsOf('client')).find(({ key }) => key === `J${last}`);
    assert.equal((await pageOf('client')).lastSignInAt, signedIn?.date);
  });

  test('account: the figures of every account equal a recount, also after a reversal', async () => {
    await server.transfer(tokens.admin!, { amount: 7 });
    const { transactionId } = (await server.transfer(tokens.admin!, { amount: 30 })).body;
    assert.equal(
      (await server.call('POST', `/transactions/${transactionId}/reversal`, tokens.admin)).status,
      200,
    );
    const { rows } = await server.owner.query<Record<string, number> & { username: string }>(
      `select u.username, d.days,
              coalesce(sum(case t.credit_account_id when u.account_id then t.amount else -t.amount end)
                filter (where t.target_account_id = u.account_id and t.kind not like 'WITHDRAWAL%'),
                0)::float8 / 1e6 as received,
              coalesce(sum(case t.debit_account_id when u.account_id then t.amount else -t.amount end)
                filter (where t.target_account_id = u.account_id and t.kind like 'WITHDRAWAL%'),
                0)::float8 / 1e6 as returned,
              coalesce(sum(t.amount) filter (
                where t.initiator_account_id = u.account_id and t.kind in ('DEPOSIT', 'USER_CREATION')),
                  0)::float8 / 1e6 as distributed,
              coalesce(sum(t.amount) filter (
                where t.initiator_account_id = u.account_id and t.kind in ('WITHDRAWAL', 'REVERSAL')),
                  0)::float8 / 1e6 as collected
         from users u cross join unnest(array[1, 7, 30]) d (days)
         left join transfers t on u.account_id in (t.target_account_id, t.initiator_account_id)
          and (t.created_at at time zone 'Africa/Tunis')::date >
            (now() at time zone 'Africa/Tunis')::date - d.days
        group by u.id, d.days order by u.id, d.days`,
    );
    const moved = rows.filter(({ received, distributed }) => (received ?? 0) + (distributed ?? 0) > 0);
    assert.ok(moved.length > 20, 'too few accounts with movements');
    for (let index = 0; index < rows.length; index += 3) {
      const expected = rows.slice(index, index + 3).map(({ username: _, ...figures }) => figures);
      assert.deepEqual((await pageOf(rows[index]!.username)).figures, expected, rows[index]!.username);
    }
  });
});

describe('time line of an account', () => {
  test('events: all pages have each movement and each journal entry once, newest first', async () => {
    await games.send({ txn: 'e-1', round: 'e', bet: 2 });
    await games.send({ txn: 'e-2', round: 'e', type: 'credit', win: 3 });
    await server.owner.query(
      "select record_journal_entry($1, $1, 'password-changed') from generate_series(1, 60)",
      [ids.newcomer],
    );
    for (const name of ['client', 'admin', 'superadmin', 'newcomer']) {
      const events = await allEventsOf(name);
      const keys = await readColumn<string>(
        server.owner,
        `select p.list || p.seq from postings p join users u on u.account_id = p.account_id
          where u.id = $1 and p.list in ('O', 'I')
         union all select 'J' || id from journal_entries where user_id = $1`,
        [ids[name]],
      );
      assert.deepEqual(events.map(({ key }) => key).sort(), keys.sort(), name);
      const dates = events.map(({ date }) => date);
      assert.deepEqual(dates, dates.toSorted().reverse(), name);
    }
  });

  test('events: none comes twice or is left out while movements are written between pages', async () => {
    const before = (await allEventsOf('client')).map(({ key }) => key);
    const seen = await allEventsOf('client', () => server.transfer(tokens.admin!));
    assert.deepEqual(
      seen.map(({ key }) => key),
      before,
    );
  });

  test('events: each kind of event has its own facts, and none names a device', async () => {
    await server.owner.query(
      `insert into game_titles (provider_code, game_code, title, banner)
          values ('PRAGMATIC', 'g1', 'Canopy Idols', '')`,
    );
    const events = await allEventsOf('client');
    const won = events.find(({ kind }) => kind === 'WIN');
    assert.deepEqual([won?.amount, won?.game, won?.username], [3, 'Canopy Idols', null]);
    const stake = events.find(({ kind }) => kind === 'BET');
    assert.equal(stake?.amount, -2);
    const given = events.find(({ kind }) => kind === 'DEPOSIT');
    assert.deepEqual([given?.amount, given?.username, given?.game], [1, 'admin', null]);
    const signIn = events.find(({ kind }) => kind === 'signed-in');
    assert.deepEqual([signIn?.number, signIn?.amount, signIn?.username], [null, null, 'client']);
    assert.ok(events.every((event) => !('browser' in event)));
    const given2 = (await allEventsOf('admin')).find(({ kind }) => kind === 'DEPOSIT');
    assert.deepEqual([given2?.amount, given2?.username], [-1, 'client']);
  });

  test('events: an invalid cursor is refused with 400 and a sentence', async () => {
    for (const cursor of ['x', '1', '1.2', '1.2.3.4', '-1.2.3', '1234567890123456.1.1', '1.2.3x']) {
      const url = `/user/account/${ids.client}/events?before=${cursor}`;
      const { status, body } = await server.call('GET', url, tokens.capo);
      assert.deepEqual([status, body.errors], [400, ['La pagination est invalide.']], cursor);
    }
  });
});
