import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/operator/verify';
import { readDailyTotals } from '../../src/reports/report.repository';
import { startPalier, type Palier } from './start-test-server';

const DAY_MS = 86_400_000;

let palier: Palier;
let admin: string;
before(async () => {
  palier = await startPalier();
  admin = (await palier.login('admin')).accessToken;
});
after(() => palier.stop());

const transfer = (body: object, headers = {}) => palier.call('POST', '/transactions', admin, body, headers);
const balanceOf = async (username: string): Promise<number> =>
  Number(
    (
      await palier.owner.query('select balance / 1000 as b from accounts where code = $1', [
        `user:${username}`,
      ])
    ).rows[0].b,
  ) / 1000;

describe('transactions', () => {
  for (const amount of [0, -1, -0, 1.5, 0.01, '5', true, [7], null, 1e308, 9007199254740992, 1e-7]) {
    test(`When the amount is ${JSON.stringify(amount)}, then it is refused and nothing moves`, async () => {
      const before = await balanceOf('client');
      const { status, body } = await transfer({ receiverUsername: 'client', amount, type: 'DEPOSIT' });
      assert.equal(status, 400);
      assert.equal(typeof body.errors[0], 'string');
      assert.equal(await balanceOf('client'), before);
    });
  }
  test('When a lost attempt was carried out, then its key says so and nothing moves again', async () => {
    const body = { receiverUsername: 'client', amount: 3, type: 'DEPOSIT' };
    await transfer(body, { 'idempotency-key': 'lost-1' });
    const before = await balanceOf('client');
    const resolve = () => palier.call('POST', '/transactions/attempts/lost-1', admin);
    assert.deepEqual(await resolve(), { status: 200, body: { wasCarriedOut: true } });
    assert.deepEqual(await resolve(), { status: 200, body: { wasCarriedOut: true } });
    assert.equal(await balanceOf('client'), before);
  });
  test('When a lost attempt was refused, then its key says that it was not carried out', async () => {
    const tooMuch = { receiverUsername: 'client', amount: 8e9, type: 'WITHDRAWAL' };
    const refused = await transfer(tooMuch, { 'idempotency-key': 'lost-2' });
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [400, ['Le montant à retirer dépasse le solde disponible.']],
    );
    const { body } = await palier.call('POST', '/transactions/attempts/lost-2', admin);
    assert.deepEqual(body, { wasCarriedOut: false });
  });
  test('When a lost attempt is answered as not carried out, then it cannot be carried out afterwards', async () => {
    const before = await balanceOf('client');
    const { body } = await palier.call('POST', '/transactions/attempts/lost-3', admin);
    assert.deepEqual(body, { wasCarriedOut: false });
    const late = { receiverUsername: 'client', amount: 3, type: 'DEPOSIT' };
    const register = { username: 'tard', password: 'Bonjour77', balance: 1 };
    for (const answer of [
      await transfer(late, { 'idempotency-key': 'lost-3' }),
      await palier.call('POST', '/auth/admin/register-client', admin, register, {
        'idempotency-key': 'lost-3',
      }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [422, 'abandoned']);
      assert.match(String(answer.body.errors), /abandonnée/);
    }
    assert.equal(await balanceOf('client'), before);
  });
  test('When attempts race their own resolution, then what was answered is what happened', async () => {
    for (let round = 0; round < 25; round += 1) {
      const before = await balanceOf('client');
      const key = `race-${round}`;
      const [sent, resolved] = await Promise.all([
        transfer({ receiverUsername: 'client', amount: 1, type: 'DEPOSIT' }, { 'idempotency-key': key }),
        palier.call('POST', `/transactions/attempts/${key}`, admin),
      ]);
      const moved = (await balanceOf('client')) - before;
      assert.equal(moved, resolved.body.wasCarriedOut ? 1 : 0);
      assert.equal(sent.status, resolved.body.wasCarriedOut ? 200 : 422);
    }
  });
  test("When a key is another agent's, then it says nothing of it", async () => {
    const { accessToken } = await palier.login('superadmin');
    await transfer({ receiverUsername: 'client', amount: 1, type: 'DEPOSIT' }, { 'idempotency-key': 'mine' });
    const { body } = await palier.call('POST', '/transactions/attempts/mine', accessToken);
    assert.deepEqual(body, { wasCarriedOut: false });
  });
  test('When a report is read day by day, then its days sum up to the report of the period', async () => {
    const dayOf = (at: number): string =>
      new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Tunis' }).format(at);
    const now = Date.now();
    const [from, to] = [dayOf(now - 364 * DAY_MS), dayOf(now)];
    const days = await palier.call('GET', `/transactions/report/days?from=${from}&to=${to}`, admin);
    const whole = await palier.call(
      'GET',
      `/transactions/report?from=${from}T00:00:00&to=${to}T23:59:59.999`,
      admin,
    );
    const sum = (name: 'totalIn' | 'totalOut' | 'totalNet'): number =>
      days.body.days.reduce((total, day) => total + Math.round(day[name] * 1e6), 0) / 1e6;
    assert.deepEqual(
      { totalIn: sum('totalIn'), totalOut: sum('totalOut'), totalNet: sum('totalNet') },
      whole.body,
    );
    assert.equal(days.body.days.length, 365);
    assert.deepEqual([days.body.days[0]!.date, days.body.days.at(-1)!.date], [from, to]);
    const { rows } = await palier.owner
      .query(`select to_char(created_at at time zone 'Africa/Tunis', 'YYYY-MM-DD') as date,
        sum(amount)::bigint as total from transfers where kind in ('DEPOSIT', 'USER_CREATION')
        and initiator_account_id = (select account_id from users where username = 'admin') group by 1`);
    assert.ok(rows.length > 5);
    for (const row of rows) {
      const day = days.body.days.find(({ date }) => date === row.date);
      assert.equal(day?.totalIn, Number(row.total) / 1e6, row.date);
    }
  });
  test("When clocks change at midnight in the database session's zone, then no day of a report is lost", async () => {
    const client = await palier.pool.connect();
    // There, 24 April 2026 begins at one o'clock.
    await client.query("set timezone to 'Africa/Cairo'");
    const days = await readDailyTotals(client, 1, '2026-04-23', '2026-04-25', 'Africa/Tunis');
    client.release(true);
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-04-23', '2026-04-24', '2026-04-25'],
    );
  });
  test('When a migration changes what a prepared read returns, then it is unavailable at most, and soon read again', async () => {
    const read = async (): Promise<number> =>
      (await palier.call('GET', '/transactions/history/outgoing?page=0&size=10', admin)).status;
    assert.equal(await read(), 200);
    const statuses: number[] = [];
    for (const type of ['numeric', 'bigint']) {
      await palier.owner.query(`alter table postings alter column seq type ${type}`);
      for (let tries = 0; tries < 20 && statuses.at(-1) !== 200; tries += 1) statuses.push(await read());
      assert.equal(statuses.pop(), 200);
    }
    assert.ok(statuses.length > 0 && statuses.every((status) => status === 503), statuses.join());
  });
  for (const query of [
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'from=2025-01-01&to=2026-01-02',
    'from=2026-03-02T00:00:00&to=2026-03-03',
  ]) {
    test(`When days are asked for with ${query}, then the call is refused`, async () => {
      assert.equal((await palier.call('GET', `/transactions/report/days?${query}`, admin)).status, 400);
    });
  }
  test('When the pages of a history are read, then they hold as many movements as its total says', async () => {
    const first = await palier.call('GET', '/transactions/history/outgoing?page=0&size=10', admin);
    const last = await palier.call(
      'GET',
      `/transactions/history/outgoing?page=${first.body.totalPages - 1}&size=10`,
      admin,
    );
    assert.equal(first.body.totalElements, (first.body.totalPages - 1) * 10 + last.body.data.length);
    assert.match(first.body.data[0]!.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
  });
  test('When a movement is looked for in a history, then it bears its number in the ledger and the balance after it of whose history it is', async () => {
    await transfer({ receiverUsername: 'client', amount: 7, type: 'DEPOSIT' });
    await transfer({ receiverUsername: 'client', amount: 2, type: 'WITHDRAWAL' });
    const client = await palier.login('client');
    const { rows } = await palier.owner.query(
      `select op_id, username, balance_after from audit_postings p join audit_balances using (account_id)
        where username in ('admin', 'client') order by op_id desc limit 4`,
    );
    const inLedger = (username: string) =>
      rows
        .filter((row) => row.username === username)
        .map((row) => [Number(row.op_id), Number(row.balance_after) / 1e6]);
    for (const [username, path, token] of [
      ['admin', 'outgoing?', admin],
      ['client', `outgoing?targetUserId=${client.user.id}&`, admin],
      ['client', 'incoming?', client.accessToken],
    ] as const) {
      const { body } = await palier.call('GET', `/transactions/history/${path}page=0&size=2`, token);
      assert.deepEqual(
        body.data.map(({ id, balanceAfter }) => [id, balanceAfter]),
        inLedger(username),
        path,
      );
    }
  });
});

describe('accounts', () => {
  test('When a child is registered, then it can sign in and the money came from its parent', async () => {
    const { status, body } = await palier.call('POST', '/auth/admin/register-client', admin, {
      username: ' Neuf.Client ',
      password: 'Bonjour77',
      balance: 12.5,
    });
    assert.equal(status, 200);
    assert.equal(body.agentNewBalance, await balanceOf('admin'));
    assert.equal((await palier.login('neuf.client', 'Bonjour77')).user.balance, 12.5);
    assert.equal(
      (
        await palier.call('POST', '/auth/admin/register-client', admin, {
          username: 'neuf.client',
          password: 'Bonjour77',
          balance: 0,
        })
      ).status,
      409,
    );
    assert.equal(
      (
        await palier.call('POST', '/auth/admin/register-client', admin, {
          username: 'riche',
          password: 'Bonjour77',
          balance: 8e8,
        })
      ).status,
      400,
    );
    assert.equal((await palier.owner.query("select from users where username = 'riche'")).rowCount, 0);
    assert.equal(
      (
        await palier.call('POST', '/auth/capo/register-super-admin', admin, {
          username: 'abc',
          password: 'Bonjour77',
          balance: 0,
        })
      ).status,
      403,
    );
  });
});

describe('sessions', () => {
  test('When one signs out with a refresh token alone, then it is done, as the documentation says', async () => {
    const { accessToken, refreshToken } = await palier.login('admin');
    assert.equal((await palier.call('POST', '/auth/logout', undefined, { refreshToken })).status, 200);
    assert.equal((await palier.call('GET', '/user/me', accessToken)).status, 401);
    const { paths } = (await palier.app.inject('/api/docs/json')).json<{
      paths: Record<string, { post?: { security?: unknown } }>;
    }>();
    assert.deepEqual(paths['/api/v1/auth/logout']?.post?.security, [{ bearer: [] }, {}]);
    assert.deepEqual(paths['/api/v1/auth/login']?.post?.security, []);
  });

  test('When a session ends, then no further call of it moves money, and whatever else is wrong with the call it is told so', async () => {
    const { accessToken } = await palier.login('superadmin');
    const good = { receiverUsername: 'admin', amount: 1, type: 'DEPOSIT' };
    const bodies = [good, { ...good, amount: 0.001 }, { ...good, receiverUsername: 'personne' }, [], '{'];
    const send = async (body: unknown, headers: Record<string, string> = {}) =>
      (
        await palier.call('POST', '/transactions', accessToken, body, {
          'content-type': 'application/json',
          ...headers,
        })
      ).status;
    const before = await Promise.all(bodies.map((body) => send(body)));
    assert.deepEqual(before, [200, 400, 404, 400, 400]);
    assert.equal(await send(good, { 'idempotency-key': 'not one' }), 400);
    await palier.call('POST', '/auth/logout', accessToken);
    for (const body of bodies) assert.equal(await send(body), 401, JSON.stringify(body));
    assert.equal(await send(good, { 'idempotency-key': 'not one' }), 401);
    const { accessToken: client } = await palier.login('client');
    for (const body of bodies)
      assert.equal((await palier.call('POST', '/transactions', client, body)).status, 403);
  });
});

test('After all of this, the books agree; a row edited behind the ledger is named', async () => {
  assert.equal(await verifyLedger(palier.owner), null);
  const forger = await palier.owner.connect();
  await forger.query('begin');
  await forger.query('alter table postings disable trigger all');
  await forger.query(`update postings set amount = amount + 1, balance_after = balance_after + 1
    where (account_id, seq) = (select account_id, max(seq) from postings group by account_id order by account_id desc limit 1)`);
  assert.equal(
    (await verifyLedger(forger))?.rule,
    'the postings of a transfer are its two sides and sum to zero',
  );
  await forger.query('rollback');
  forger.release();
});
