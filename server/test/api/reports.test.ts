import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TrialBalance } from '@palier/shared/contracts';
import { toDayClose } from '../../src/reports/day-close';
import { findDayBounds, sumDayMovements } from '../../src/reports/day-close.repository';
import { readDailyTotals, readTotals } from '../../src/reports/report.repository';
import { startPalier, type Palier } from './start-test-server';

const PARIS = 'Europe/Paris';
const MICROS = 1_000_000;

let palier: Palier;
before(async () => {
  palier = await startPalier({ TIME_ZONE: PARIS });
});
after(() => palier.stop());

const tokenOf = async (username: string): Promise<string> => (await palier.login(username)).accessToken;
const accountOf = async (username: string): Promise<number> => {
  const { rows } = await palier.owner.query<{ account_id: number }>(
    'select account_id from users where username = $1',
    [username],
  );
  return rows[0]?.account_id ?? 0;
};

/** Moves TND at a moment; the ledger takes no date before an account's last, so they come in order. */
async function move(kind: string, from: string, to: string, amount: number, at: string): Promise<void> {
  const [debit, credit] = await Promise.all([accountOf(from), accountOf(to)]);
  const [initiator, target] = kind === 'WITHDRAWAL' ? [credit, debit] : [debit, credit];
  const movement = {
    kind,
    debit_account_id: debit,
    credit_account_id: credit,
    initiator_account_id: initiator,
    target_account_id: target,
    amount: String(Math.round(amount * MICROS)),
  };
  const { rows } = await palier.owner.query<{ ok: boolean }>(
    "select (post_as_owner($1, $2)->0->>'ok')::boolean as ok",
    [JSON.stringify([movement]), at],
  );
  assert.equal(rows[0]?.ok, true, `${kind} ${from} ${to}`);
}

/** The same day, counted row by row from the postings. */
async function recount(username: string, date: string) {
  const { rows } = await palier.owner.query<Record<'opening' | 'in' | 'out' | 'count', string>>(
    `select coalesce(sum(p.amount) filter (where d.day < $2::date), 0) as opening,
            coalesce(sum(p.amount) filter (where d.day = $2::date and p.amount > 0), 0) as in,
            coalesce(-sum(p.amount) filter (where d.day = $2::date and p.amount < 0), 0) as out,
            count(*) filter (where d.day = $2::date) as count
       from postings p join transfers t on t.id = p.transfer_id
      cross join lateral (select (t.created_at at time zone $3)::date as day) d
      where p.account_id = (select account_id from users where username = $1)`,
    [username, date, PARIS],
  );
  const [row] = rows;
  assert.ok(row);
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
  const { status, body } = await palier.call('GET', `/books/day-close?date=${date}`, token);
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
      ['DEPOSIT', 'admin', 'client', 10.5, '2090-03-25 23:00:00Z'], // the first of the 26th
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

  test('When the days of the history and of the changes of the clock are closed, then each equals a recount and the next opens on it', async () => {
    const monthAgo = new Date(Date.now() - 34 * 86_400_000).toISOString().slice(0, 10);
    for (const username of ['capo', 'superadmin', 'admin']) {
      const token = await tokenOf(username);
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

  test('When a day has 23 hours, then its movements are told by where they came from', async () => {
    const day = await close(await tokenOf('admin'), '2090-03-26');
    const client = (await palier.login('client')).user;
    assert.deepEqual(
      [day.received, day.collected, day.distributed, day.returned, day.movementCount, day.isOver],
      [0, 4.25, 17.5, 40, 4, false],
    );
    assert.deepEqual(day.subAccounts, [
      { id: client.id, username: 'client', added: 17.5, withdrawn: 4.25, movementCount: 3 },
    ]);
    assert.equal(day.others, null);
  });

  test('When a day has 25 hours, then both of its half past two are in it', async () => {
    const day = await close(await tokenOf('admin'), '2090-10-29');
    assert.deepEqual([day.distributed, day.collected, day.movementCount], [6, 0, 3]);
  });

  test('When midnight comes twice, then the hour between is in the day before, in its close, among the days of a report and in the report alike', async () => {
    // In 2091 Havana goes back from 01:00 to 00:00 on 4 November, at 05:00 UTC.
    const HAVANA = 'America/Havana';
    await move('DEPOSIT', 'admin', 'client', 1, '2091-11-04 03:30:00Z');
    await move('DEPOSIT', 'admin', 'client', 2, '2091-11-04 04:30:00Z');
    await move('DEPOSIT', 'admin', 'client', 4, '2091-11-04 05:30:00Z');
    const account = await accountOf('admin');
    const days = ['2091-11-03', '2091-11-04'] as const;
    const told = await readDailyTotals(palier.pool, account, ...days, HAVANA);
    assert.deepEqual(
      told.map(({ totalIn }) => totalIn),
      [3, 4],
    );
    for (const [index, day] of days.entries()) {
      const period = [`${day}T00:00:00`, `${day}T23:59:59.999`] as const;
      const { totalIn } = await readTotals(palier.pool, account, ...period, HAVANA);
      const bounds = await findDayBounds(palier.pool, account, day, HAVANA);
      const { distributed } = toDayClose(bounds, await sumDayMovements(palier.pool, account, bounds), 10);
      assert.deepEqual([totalIn, distributed], [told[index]?.totalIn, told[index]?.totalIn], day);
    }
  });

  test('When no date is given, then the day is today where the server is, and it goes on', async () => {
    const { body } = await palier.call('GET', '/books/day-close', await tokenOf('admin'));
    const here = new Intl.DateTimeFormat('sv', { timeZone: PARIS }).format(new Date());
    assert.deepEqual([body.date, body.isOver], [here, false]);
    assert.match(body.readAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
    assert.equal((await close(await tokenOf('admin'), '2000-01-01')).isOver, true);
  });

  for (const query of ['date=2026-02-30', 'date=2026-3-1', 'date=', 'date=0001-01-01', 'day=2026-03-01']) {
    test(`When the query is ${query}, then the call is refused`, async () => {
      const { status } = await palier.call('GET', `/books/day-close?${query}`, await tokenOf('admin'));
      assert.equal(status, 400);
    });
  }

  test('When more sub-accounts moved than are told, then the others stand together and nothing is lost', async () => {
    const accountId = await accountOf('superadmin');
    // The demo spreads its creations over days; the hour it is seeded at decides which fall together.
    const { rows } = await palier.owner.query<{ date: string }>(
      `select to_char(created_at at time zone $1, 'YYYY-MM-DD') as date from transfers
        where initiator_account_id = $2 and kind = 'USER_CREATION' group by date order by count(*) desc limit 1`,
      [PARIS, accountId],
    );
    const bounds = await findDayBounds(palier.pool, accountId, rows[0]?.date ?? '', PARIS);
    const movements = await sumDayMovements(palier.pool, accountId, bounds);
    const whole = toDayClose(bounds, movements, 1000);
    const cut = toDayClose(bounds, movements, 1);
    assert.ok(whole.subAccounts.length >= 2);
    assert.deepEqual(cut.subAccounts, whole.subAccounts.slice(0, 1));
    assert.equal(cut.others?.count, whole.subAccounts.length - 1);
    assert.equal((cut.others?.added ?? 0) + (cut.subAccounts[0]?.added ?? 0), whole.distributed);
  });

  test('When an account never moved, then its day is of zeros', async () => {
    const capo = await tokenOf('capo');
    await palier.call('POST', '/auth/capo/register-super-admin', capo, {
      username: 'immobile',
      password: 'Bonjour77',
      balance: 0,
    });
    const { accessToken } = await palier.login('immobile', 'Bonjour77');
    const { body } = await palier.call('GET', '/books/day-close', accessToken);
    assert.deepEqual(
      [body.opening, body.totalIn, body.totalOut, body.closing, body.movementCount],
      [0, 0, 0, 0, 0],
    );
  });
});

async function trialBalance(token: string): Promise<TrialBalance> {
  const { status, body } = await palier.call('GET', '/books/trial-balance', token);
  assert.equal(status, 200);
  const answered: object = body;
  return answered as TrialBalance;
}

describe('trial balance on the wire', () => {
  test('When a capo reads it, then each child and the whole balance, and the whole is its own and theirs', async () => {
    for (const username of ['capo', 'superadmin']) {
      const { whole, subAccounts } = await trialBalance(await tokenOf(username));
      assert.equal(whole.username, username);
      assert.ok(subAccounts.length >= 3);
      for (const line of [whole, ...subAccounts]) {
        assert.equal(line.gap, 0, line.username);
        assert.ok(Math.abs(line.own + line.below + line.inPlay - (line.issued - line.withdrawn)) < 1e-6);
      }
      const { rows } = await palier.owner.query<{ username: string; own: number; held: number }>(
        `with recursive tree as (
           select id as root, id, account_id from users where parent_id = (select id from users where username = $1)
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

  test('When a balance is changed behind the ledger, then its line and the whole show the gap', async () => {
    const capo = await tokenOf('capo');
    const change = (micros: number) =>
      palier.owner.query("update accounts set balance = balance + $1 where code = 'user:admin-sfax'", [
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

  test('When a capo asks many times at once, then one reading answers all; who asks later has one of its own', async (context) => {
    const capo = await tokenOf('capo');
    const { query } = palier.pool;
    let readings = 0;
    let go = (): void => undefined;
    const allHaveAsked = new Promise<void>((resolve) => (go = resolve));
    context.mock.method(palier.pool, 'query', async (...args: Parameters<typeof query>) => {
      if (String(args[0]).includes('recursive head')) {
        readings += 1;
        await allHaveAsked;
      }
      return query.apply(palier.pool, args);
    });
    const asked = Promise.all(Array.from({ length: 8 }, () => trialBalance(capo)));
    // Whatever was asked before has come as far as it can.
    for (let calls = 0; calls < 10; calls += 1) await palier.call('GET', '/user/me', capo);
    go();
    const answers = await asked;
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(readings, 1);
    await trialBalance(capo);
    assert.equal(readings, 2);
  });

  test('When two ask at once, then each is told of its own', async () => {
    const names = ['capo', 'superadmin'];
    const read = await Promise.all((await Promise.all(names.map(tokenOf))).map(trialBalance));
    assert.deepEqual(
      read.map(({ whole }) => whole.username),
      names,
    );
  });

  test('When it is of another rung, then an admin is refused it and a client both books', async () => {
    const [admin, client] = [await tokenOf('admin'), await tokenOf('client')];
    for (const [token, path, status] of [
      [admin, '/books/trial-balance', 403],
      [client, '/books/trial-balance', 403],
      [client, '/books/day-close', 403],
      [undefined, '/books/day-close', 401],
      [undefined, '/books/trial-balance', 401],
    ] as const)
      assert.equal((await palier.call('GET', path, token)).status, status, path);
  });
});
