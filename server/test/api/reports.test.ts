import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TrialBalance } from '@palier/shared/contracts';
import { toDayClose } from '../../src/reports/day-close';
import { findDayBounds, sumDayMovements } from '../../src/reports/day-close.repository';
import { readDailyTotals, readTotals } from '../../src/reports/report.repository';
import { firstDifferentTime } from '../../src/operator/compare-zone-rules';
import { createLocalTime, createPlatformDay } from '../../src/web/platform-day';
import { interceptStatements, readRow, readValue } from '../database';
import { useTestServer } from './start-test-server';

const PARIS = 'Europe/Paris';
const MICROS = 1_000_000;

const server = useTestServer({ TIME_ZONE: PARIS });

/**
 * Moves `amount` TND, dated `at`. Call in order of date: the ledger accepts no movement dated before the last
 * one of an account.
 */
async function move(kind: string, from: string, to: string, amount: number, at: string): Promise<void> {
  const [debit, credit] = await Promise.all([server.accountOf(from), server.accountOf(to)]);
  const [initiator, target] = kind === 'WITHDRAWAL' ? [credit, debit] : [debit, credit];
  const movement = {
    kind,
    debit_account_id: debit,
    credit_account_id: credit,
    initiator_account_id: initiator,
    target_account_id: target,
    amount: String(Math.round(amount * MICROS)),
  };
  const ok = await readValue(server.owner, "select (post_as_owner($1, $2)->0->>'ok')::boolean", [
    JSON.stringify([movement]),
    at,
  ]);
  assert.equal(ok, true, `${kind} ${from} ${to}`);
}

async function recount(username: string, date: string) {
  const row = await readRow<Record<'opening' | 'in' | 'out' | 'count', string>>(
    server.owner,
    `select coalesce(sum(p.amount) filter (where d.day < $2::date), 0) as opening,
            coalesce(sum(p.amount) filter (where d.day = $2::date and p.amount > 0), 0) as in,
            coalesce(-sum(p.amount) filter (where d.day = $2::date and p.amount < 0), 0) as out,
            count(*) filter (where d.day = $2::date) as count
       from postings p join transfers t on t.id = p.transfer_id
      cross join lateral (select (t.created_at at time zone $3)::date as day) d
      where p.account_id = (select account_id from users where username = $1)`,
    [username, date, PARIS],
  );
  const opening = Number(row.opening);
  return {
    opening: opening / MICROS,
    totalIn: Number(row.in) / MICROS,
    totalOut: Number(row.out) / MICROS,
    closing: (opening + Number(row.in) - Number(row.out)) / MICROS,
    movementCount: Number(row.count),
  };
}

async function close(token: string, date: string) {
  const { status, body } = await server.call('GET', `/reports/day-close?date=${date}`, token);
  assert.equal(status, 200, date);
  return body;
}

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );

describe('day close', () => {
  // In 2090 Paris skips 02:00–03:00 on 26 March (23 hours) and repeats it on 29 October (25 hours).
  before(async () => {
    for (const [kind, from, to, amount, at] of [
      ['DEPOSIT', 'superadmin', 'admin', 300, '2090-03-25 22:59:59.999Z'], // the last millisecond of the 25th
      ['DEPOSIT', 'admin', 'client', 10.5, '2090-03-25 23:00:00Z'], // the first millisecond of the 26th
      ['WITHDRAWAL', 'client', 'admin', 4.25, '2090-03-26 00:59:59.999Z'],
      ['DEPOSIT', 'admin', 'client', 7, '2090-03-26 01:00:00Z'],
      ['WITHDRAWAL', 'admin', 'superadmin', 40, '2090-03-26 21:59:59.999Z'], // the last of a day of 23 hours
      ['DEPOSIT', 'superadmin', 'admin', 5, '2090-03-26 22:00:00Z'],
      ['DEPOSIT', 'admin', 'client', 1, '2090-10-29 00:30:00Z'], // 02:30, the first time
      ['DEPOSIT', 'admin', 'client', 2, '2090-10-29 01:30:00Z'], // 02:30 again
      ['DEPOSIT', 'admin', 'client', 3, '2090-10-29 22:59:59.999Z'], // the last of a day of 25 hours
      ['WITHDRAWAL', 'client', 'admin', 6, '2090-10-29 23:00:00Z'],
    ] as const)
      await move(kind, from, to, amount, at);
  });

  test('day close: each day equals a recount and opens with the previous closing', async () => {
    const monthAgo = new Date(Date.now() - 34 * 86_400_000).toISOString().slice(0, 10);
    for (const username of ['superadmin', 'admin']) {
      const token = await server.tokenOf(username);
      for (const days of [
        daysFrom(monthAgo, 36),
        daysFrom('2090-03-24', 5),
        daysFrom('2090-10-28', 4),
        ['1999-12-31', '2091-01-01'],
      ]) {
        let before: number | null = null;
        for (const date of days) {
          const day = await close(token, date);
          const { opening, totalIn, totalOut, closing, movementCount } = day;
          assert.deepEqual(
            { opening, totalIn, totalOut, closing, movementCount },
            await recount(username, date),
            `${username} ${date}`,
          );
          if (before !== null && days.length > 2) assert.equal(opening, before, `${username} ${date}`);
          before = closing;
        }
      }
    }
  });

  test('day close: the movements of a day of 23 hours are grouped by origin', async () => {
    const day = await close(await server.tokenOf('admin'), '2090-03-26');
    const client = (await server.login('client')).user;
    assert.deepEqual(
      [day.received, day.collected, day.distributed, day.returned, day.movementCount, day.isOver],
      [0, 4.25, 17.5, 40, 4, false],
    );
    assert.deepEqual(day.subAccounts, [
      { id: client.id, username: 'client', added: 17.5, withdrawn: 4.25, movementCount: 3 },
    ]);
    assert.equal(day.others, null);
  });

  test('day close: a day of 25 hours includes both hours of half past two', async () => {
    const day = await close(await server.tokenOf('admin'), '2090-10-29');
    assert.deepEqual([day.distributed, day.collected, day.movementCount], [6, 0, 3]);
  });

  test('day close: the repeated hour belongs to the day before if midnight comes twice', async () => {
    // In 2091 Havana goes back from 01:00 to 00:00 on 4 November, at 05:00 UTC.
    const HAVANA = 'America/Havana';
    await move('DEPOSIT', 'admin', 'client', 1, '2091-11-04 03:30:00Z');
    await move('DEPOSIT', 'admin', 'client', 2, '2091-11-04 04:30:00Z');
    await move('DEPOSIT', 'admin', 'client', 4, '2091-11-04 05:30:00Z');
    const account = await server.accountOf('admin');
    const dates = ['2091-11-03', '2091-11-04'] as const;
    const period = { from: dates[0], to: dates[1] };
    const days = await readDailyTotals(server.pool, account, period, HAVANA);
    assert.deepEqual(
      days.map(({ totalIn }) => totalIn),
      [3, 4],
    );
    for (const [index, day] of dates.entries()) {
      const wholeDay = { from: `${day}T00:00:00`, to: `${day}T23:59:59.999` };
      const { totalIn } = await readTotals(server.pool, account, wholeDay, HAVANA);
      const bounds = await findDayBounds(server.pool, account, day, HAVANA);
      const { distributed } = toDayClose(bounds, await sumDayMovements(server.pool, account, bounds), 10);
      assert.deepEqual([totalIn, distributed], [days[index]?.totalIn, days[index]?.totalIn], day);
    }
  });

  test('postings before a moment: a search from any lower number finds the same', async () => {
    const { rows } = await server.pool.query<{ searches: number; wrong: number }>(
      `with moments as (
         select p.account_id, t.created_at as moment, min(p.seq) - 1 as before
           from postings p join transfers t on t.id = p.transfer_id
          where p.account_id = $1 and p.list = 'O' group by 1, 2 order by 2 desc limit 100)
       select count(*)::int as searches,
              count(*) filter (where postings_before(account_id, 'O', moment, near) <> before)::int as wrong
         from moments
        cross join lateral (values (null), (0), (before / 2), (before - 9), (before - 1), (before)) n (near)
        where near is null or near >= 0`,
      [await server.accountOf('admin')],
    );
    const { searches, wrong } = rows[0]!;
    assert.equal(wrong, 0);
    assert.ok(searches > 100, String(searches));
  });

  test('day close: without a date it is for today, and only past days are over', async () => {
    const { body } = await server.call('GET', '/reports/day-close', await server.tokenOf('admin'));
    const here = new Intl.DateTimeFormat('sv', { timeZone: PARIS }).format(new Date());
    assert.deepEqual([body.date, body.isOver], [here, false]);
    assert.match(body.readAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
    assert.equal((await close(await server.tokenOf('admin'), '2000-01-01')).isOver, true);
  });

  test('platform day: every answer and refusal of the API has it, but callbacks do not', async () => {
    const token = await server.tokenOf('admin');
    const ask = async (url: string, authorization = `Bearer ${token}`) =>
      (await server.app.inject({ url, headers: { authorization } })).headers['x-platform-day'];
    const { body } = await server.call('GET', '/reports/day-close', token);
    for (const header of [
      await ask('/api/v1/reports/day-close'),
      await ask('/api/v1/reports/day-close?date=2026-02-30'),
      await ask('/api/v1/user/me', ''),
    ]) {
      const [, day, leftS] = /^(.*);ends-in=(\d+)$/.exec(String(header)) ?? [];
      assert.equal(day, body.date);
      assert.ok(Number(leftS) > 0 && Number(leftS) <= 25 * 3_600, leftS);
    }
    for (const url of ['/', '/readyz', '/gold_api']) assert.equal(await ask(url), undefined, url);
  });

  test('platform day: it is the day that PostgreSQL has, around every change of clocks', async () => {
    const zones = ['Africa/Tunis', PARIS, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'].concat([
      'Asia/Beirut',
      'America/Havana',
      'America/Santiago',
      'Africa/Casablanca',
      'Pacific/Chatham',
      'Asia/Kolkata',
    ]);
    const { rows } = await server.owner.query<{
      zone: string;
      moment: string;
      local: string;
      header: string;
    }>(
      `select zone, extract(epoch from moment)::text as moment,
              extract(epoch from moment at time zone zone)::text as local,
              to_char(day, 'YYYY-MM-DD') || ';ends-in='
                || extract(epoch from (day + 1)::timestamp at time zone zone - moment)::int as header
         from unnest($1::text[]) zone
        cross join generate_series('2026-01-01'::timestamptz, '2026-12-31', '2 hours 13 minutes') moment
        cross join lateral (select local_day(moment, zone) as day) d`,
      [zones],
    );
    // A zone whose clocks were changed lately has other rules in a newer Node: `palier doctor` reports it.
    const times = new Map(zones.map((zone) => [zone, createLocalTime(zone)]));
    const changed = new Set(
      rows.flatMap(({ zone, moment, local }) =>
        times.get(zone)?.(Number(moment) * 1_000) === Number(local) * 1_000 ? [] : [zone],
      ),
    );
    const equal = rows.filter(({ zone }) => !changed.has(zone));
    const days = new Map(zones.map((zone) => [zone, createPlatformDay(zone)]));
    const different = equal.filter(
      ({ zone, moment, header }) => days.get(zone)?.(Number(moment) * 1_000) !== header,
    );
    assert.ok(equal.length > 30_000, [...changed].join());
    assert.deepEqual(different, []);
  });

  test('doctor: it finds when Node and PostgreSQL have different times in a zone', async () => {
    assert.equal(await firstDifferentTime(server.pool, PARIS, createLocalTime(PARIS)), null);
    // As if Node still had the summer time that Tunis gave up.
    const first = await firstDifferentTime(server.pool, 'Africa/Tunis', createLocalTime(PARIS));
    assert.ok(first !== null);
    const offset = new Intl.DateTimeFormat('en', { timeZone: PARIS, timeZoneName: 'shortOffset' });
    assert.match(offset.format(first), /GMT\+2$/);
  });

  test('day close: an invalid, empty or too early date and a foreign field are refused', async () => {
    const token = await server.tokenOf('admin');
    for (const query of ['date=2026-02-30', 'date=2026-3-1', 'date=', 'date=0001-01-01', 'day=2026-03-01'])
      assert.equal((await server.call('GET', `/reports/day-close?${query}`, token)).status, 400, query);
  });

  test('day close: sub-accounts above the limit are summed up as others', async () => {
    const accountId = await server.accountOf('superadmin');
    // The demo's user creations are spread over several days, depending on the hour at which the demo was
    // seeded.
    const date = await readValue<string>(
      server.owner,
      `select to_char(created_at at time zone $1, 'YYYY-MM-DD') from transfers
        where initiator_account_id = $2 and kind = 'USER_CREATION' group by 1 order by count(*) desc limit 1`,
      [PARIS, accountId],
    );
    const bounds = await findDayBounds(server.pool, accountId, date, PARIS);
    const movements = await sumDayMovements(server.pool, accountId, bounds);
    const whole = toDayClose(bounds, movements, 1000);
    const cut = toDayClose(bounds, movements, 1);
    assert.ok(whole.subAccounts.length >= 2);
    assert.deepEqual(cut.subAccounts, whole.subAccounts.slice(0, 1));
    assert.equal(cut.others?.count, whole.subAccounts.length - 1);
    assert.equal((cut.others?.added ?? 0) + (cut.subAccounts[0]?.added ?? 0), whole.distributed);
  });

  test('day close: an account without movements has zeros', async () => {
    const capo = await server.tokenOf('capo');
    await server.call('POST', '/auth/capo/register-super-admin', capo, {
      username: 'immobile',
      password: 'Matmata77',
      balance: 0,
    });
    const { accessToken } = await server.login('immobile', 'Matmata77');
    const { body } = await server.call('GET', '/reports/day-close', accessToken);
    assert.deepEqual(
      [body.opening, body.totalIn, body.totalOut, body.closing, body.movementCount],
      [0, 0, 0, 0, 0],
    );
  });
});

async function trialBalance(token: string): Promise<TrialBalance> {
  const { status, body } = await server.call('GET', '/reports/trial-balance', token);
  assert.equal(status, 200);
  const answered: object = body;
  return answered as TrialBalance;
}

describe('trial balance on the wire', () => {
  test('trial balance: each child has a line, and the whole is own balance plus children', async () => {
    for (const username of ['capo', 'superadmin']) {
      const { whole, subAccounts } = await trialBalance(await server.tokenOf(username));
      assert.equal(whole.username, username);
      assert.ok(subAccounts.length >= 3);
      for (const line of [whole, ...subAccounts]) {
        assert.equal(line.gap, 0, line.username);
        assert.ok(Math.abs(line.own + line.below + line.inPlay - (line.issued - line.withdrawn)) < 1e-6);
      }
      const { rows } = await server.owner.query<{ username: string; own: number; held: number }>(
        `with recursive tree as (
           select id as root, id, account_id from users
             where parent_id = (select id from users where username = $1)
           union all select t.root, u.id, u.account_id from users u join tree t on u.parent_id = t.id)
         select r.username, (select balance from accounts where id = r.account_id)::float8 / 1e6 as own,
                sum(a.balance)::float8 / 1e6 as held
           from tree t join accounts a on a.id = t.account_id join users r on r.id = t.root
          group by r.username, r.account_id`,
        [username],
      );
      assert.deepEqual(
        new Map(subAccounts.map((line) => [line.username, [line.own, line.total]])),
        new Map(rows.map((row) => [row.username, [row.own, row.held]])),
      );
      const sum = subAccounts.reduce((total, line) => total + Math.round(line.total * MICROS), 0) / MICROS;
      assert.equal(whole.below, sum);
    }
  });

  test('trial balance: a balance changed outside the ledger shows as a gap', async () => {
    const capo = await server.tokenOf('capo');
    const change = (micros: number) =>
      server.owner.query("update accounts set balance = balance + $1 where code = 'user:admin-sfax'", [
        micros,
      ]);
    await change(1);
    try {
      const { whole, subAccounts } = await trialBalance(capo);
      assert.equal(whole.gap, 0.000001);
      assert.deepEqual(
        subAccounts.filter(({ gap }) => gap !== 0).map(({ username, gap }) => [username, gap]),
        [['superadmin', 0.000001]],
      );
    } finally {
      await change(-1);
    }
  });

  test('trial balance: concurrent requests share a read, and a later one gets its own', async (context) => {
    const capo = await server.tokenOf('capo');
    let readings = 0;
    let release = (): void => undefined;
    const allRequested = new Promise<void>((resolve) => (release = resolve));
    interceptStatements(context, server.pool, 'recursive head', async (run) => {
      readings += 1;
      await allRequested;
      return run();
    });
    const asked = Promise.all(Array.from({ length: 8 }, () => trialBalance(capo)));
    // These calls end after the earlier ones wait for the read.
    for (let calls = 0; calls < 10; calls += 1) await server.call('GET', '/user/me', capo);
    release();
    const answers = await asked;
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(readings, 1);
    await trialBalance(capo);
    assert.equal(readings, 2);
  });

  test('trial balance: two agents that ask at once get each their own', async () => {
    const names = ['capo', 'superadmin'];
    const read = await Promise.all(
      (await Promise.all(names.map((name) => server.tokenOf(name)))).map(trialBalance),
    );
    assert.deepEqual(
      read.map(({ whole }) => whole.username),
      names,
    );
  });
});

describe('slow reads', () => {
  const MAX_CONCURRENT = 4;
  const REQUESTS = 30;
  for (const [what, method, path, statement] of [
    ['day closes', 'GET', '/reports/day-close', 'day-bounds'],
    ['searches', 'POST', '/user/search?username=a', 'children-search'],
  ] as const)
    test(`slow reads: an agent that asks for many ${what} holds up no other agent`, async (context) => {
      const [busy, other] = [await server.tokenOf('admin'), await server.tokenOf('superadmin')];
      const heldReads: (() => void)[] = [];
      interceptStatements(context, server.pool, statement, async (run) => {
        await new Promise<void>((resolve) => heldReads.push(resolve));
        return run();
      });
      let answered = 0;
      const ask = async (token: string | undefined): Promise<number> => {
        const { status } = await server.call(method, path, token);
        answered += 1;
        return status;
      };
      /** Waits until earlier calls have come as far as they can. */
      const settle = async (): Promise<void> => {
        for (let turn = 0; turn < 10; turn += 1)
          assert.equal((await server.call('GET', '/user/me', other)).status, 200);
      };
      const many = Array.from({ length: REQUESTS }, () => ask(busy));
      while (heldReads.length < MAX_CONCURRENT) await settle();
      const another = ask(other).then((status) => [status, answered]);
      await settle();
      assert.equal(heldReads.length, MAX_CONCURRENT);
      while (answered <= REQUESTS) {
        heldReads.shift()?.();
        await settle();
      }
      assert.deepEqual(new Set(await Promise.all(many)), new Set([200]));
      const [status, place] = await another;
      assert.equal(status, 200);
      assert.ok(place! <= MAX_CONCURRENT + 2, `the ${place}th`);
    });
});
