import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { admitChange } from '../../src/passwords/password-hasher';
import { verifyLedger } from '../../src/operator/verify';
import { REFUSAL_TEXTS } from '../../src/refusals/refusal-texts';
import { readDailyTotals } from '../../src/reports/report.repository';
import { type Answer, useTestServer, withKey } from './start-test-server';

const DAY_MS = 86_400_000;

const server = useTestServer({}, async () => {
  admin = await server.tokenOf('admin');
});
let admin: string;

describe('transactions', () => {
  test('lost attempt: the key of a transfer that was carried out moves nothing again', async () => {
    await server.transfer(admin, {}, 'lost-1');
    const before = await server.balanceOf('client');
    const resolve = () => server.call('POST', '/transactions/attempts/lost-1', admin);
    assert.deepEqual(await resolve(), { status: 200, body: { wasCarriedOut: true } });
    assert.deepEqual(await resolve(), { status: 200, body: { wasCarriedOut: true } });
    assert.equal(await server.balanceOf('client'), before);
  });
  test('lost attempt: the key of a transfer that was refused says that it was not carried out', async () => {
    const refused = await server.transfer(admin, { amount: 8e9, type: 'WITHDRAWAL' }, 'lost-2');
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [400, [REFUSAL_TEXTS['insufficient-funds/withdrawal']]],
    );
    const { body } = await server.call('POST', '/transactions/attempts/lost-2', admin);
    assert.deepEqual(body, { wasCarriedOut: false });
  });
  test('lost attempt: a transfer that was given up can never be carried out later', async () => {
    const before = await server.balanceOf('client');
    const { body } = await server.call('POST', '/transactions/attempts/lost-3', admin);
    assert.deepEqual(body, { wasCarriedOut: false });
    const register = { username: 'tard', password: 'Matmata77', balance: 1 };
    for (const answer of [
      await server.transfer(admin, {}, 'lost-3'),
      await server.call('POST', '/auth/admin/register-client', admin, register, withKey('lost-3')),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [422, 'abandoned']);
      assert.match(String(answer.body.errors), /abandonnée/);
    }
    assert.equal(await server.balanceOf('client'), before);
  });
  test('lost attempt: the answer says what happened when a transfer races the question', async () => {
    for (let round = 0; round < 25; round += 1) {
      const before = await server.balanceOf('client');
      const key = `race-${round}`;
      const [sent, resolved] = await Promise.all([
        server.transfer(admin, {}, key),
        server.call('POST', `/transactions/attempts/${key}`, admin),
      ]);
      const moved = (await server.balanceOf('client')) - before;
      assert.equal(moved, resolved.body.wasCarriedOut ? 1 : 0);
      assert.equal(sent.status, resolved.body.wasCarriedOut ? 200 : 422);
    }
  });
  test('lost attempt: the key of another agent is not found', async () => {
    await server.transfer(admin, {}, 'mine');
    const { body } = await server.call(
      'POST',
      '/transactions/attempts/mine',
      await server.tokenOf('superadmin'),
    );
    assert.deepEqual(body, { wasCarriedOut: false });
  });
  test('report by days: the days sum up to the report of the period', async () => {
    const dayOf = (at: number): string =>
      new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Tunis' }).format(at);
    const now = Date.now();
    const [from, to] = [dayOf(now - 364 * DAY_MS), dayOf(now)];
    const days = await server.call('GET', `/transactions/report/days?from=${from}&to=${to}`, admin);
    const whole = await server.call(
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
    const { rows } = await server.owner
      .query(`select to_char(created_at at time zone 'Africa/Tunis', 'YYYY-MM-DD') as date,
        sum(amount)::bigint as total from transfers where kind in ('DEPOSIT', 'USER_CREATION')
        and initiator_account_id = (select account_id from users where username = 'admin') group by 1`);
    assert.ok(rows.length > 5);
    for (const row of rows) {
      const day = days.body.days.find(({ date }) => date === row.date);
      assert.equal(day?.totalIn, Number(row.total) / 1e6, row.date);
    }
  });
  test('report by days: no day is lost when the session’s zone changes clocks at midnight', async () => {
    const client = await server.pool.connect();
    // In Cairo 24 April 2026 begins at 01:00.
    await client.query("set timezone to 'Africa/Cairo'");
    const days = await readDailyTotals(client, 1, { from: '2026-04-23', to: '2026-04-25' }, 'Africa/Tunis');
    client.release(true);
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-04-23', '2026-04-24', '2026-04-25'],
    );
  });
  test('prepared statement: reads recover after a migration of their columns', async () => {
    const read = async (): Promise<number> =>
      (await server.call('GET', '/transactions/history/outgoing?page=0&size=10', admin)).status;
    assert.equal(await read(), 200);
    const statuses: number[] = [];
    for (const type of ['numeric', 'bigint']) {
      await server.owner.query(`alter table postings alter column seq type ${type}`);
      for (let tries = 0; tries < 20 && statuses.at(-1) !== 200; tries += 1) statuses.push(await read());
      assert.equal(statuses.pop(), 200);
    }
    assert.ok(statuses.length > 0 && statuses.every((status) => status === 503), statuses.join());
  });
  test('report by days: an invalid date, a reversed period and one above a year are refused', async () => {
    for (const query of [
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02T00:00:00&to=2026-03-03',
      'from=2026-03-02&to=2026-03-01',
      'from=2025-01-01&to=2026-01-02',
    ])
      assert.equal(
        (await server.call('GET', `/transactions/report/days?${query}`, admin)).status,
        400,
        query,
      );
  });
  test('report: a bound that is no local time and an end before the start are refused', async () => {
    const good = '2026-03-01T00:00:00';
    for (const bad of [
      '2026-02-30T00:00:00',
      '2025-02-29T00:00:00',
      '2026-03-01T24:00:00',
      '2026-03-01T23:60:00',
      '2026-13-01T00:00:00',
      '0001-01-01T00:00:00',
      '10000-01-01T00:00:00',
      '2026-03-01',
      '2026-3-1T0:0:0',
      `${good}Z`,
      `${good}%2B01:00`,
      `${good}.1234`,
      `${good}%00`,
      `${good}'`,
      '',
      'now',
      '-infinity',
    ])
      for (const [from, to] of [
        [bad, good],
        [good, bad],
        ['2026-03-02T00:00:00', good],
      ])
        assert.equal(
          (await server.call('GET', `/transactions/report?from=${from}&to=${to}`, admin)).status,
          400,
          bad,
        );
  });
  test('refusal: it names the field that it is about, and none where it is about no field', async () => {
    const created = { username: 'karima.b', password: 'Matmata77', balance: 0 };
    const register = (change: object) =>
      server.call('POST', '/auth/admin/register-client', admin, { ...created, ...change });
    assert.equal((await register({ username: 'a b' })).body.field, 'username');
    assert.equal((await register({ username: 'client' })).body.field, 'username');
    assert.equal((await register({ password: 'faible' })).body.field, 'password');
    assert.equal((await register({ balance: -1 })).body.field, 'balance');
    assert.equal((await register({ balance: 8e9 })).body.field, 'balance');
    assert.equal((await server.transfer(admin, { amount: 0 })).body.field, 'amount');
    assert.equal((await server.transfer(admin, { amount: 8e9 })).body.field, 'amount');
    assert.equal((await server.transfer(admin, { note: '\u200b' })).body.field, 'note');
    assert.equal((await server.transfer(admin, { receiverUsername: 'personne' })).body.field, undefined);
    const own = { oldPassword: 'Autre1234', newPassword: 'Matmata78' };
    assert.equal((await server.call('POST', '/auth/change-password', admin, own)).body.field, 'oldPassword');
    const weak = { ...own, newPassword: 'faible' };
    assert.equal((await server.call('POST', '/auth/change-password', admin, weak)).body.field, 'newPassword');
  });
  test('history: the pages hold as many movements as the total says', async () => {
    const first = await server.call('GET', '/transactions/history/outgoing?page=0&size=10', admin);
    const last = await server.call(
      'GET',
      `/transactions/history/outgoing?page=${first.body.totalPages - 1}&size=10`,
      admin,
    );
    assert.equal(first.body.totalElements, (first.body.totalPages - 1) * 10 + last.body.data.length);
    assert.match(first.body.data[0]!.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
  });
  test('history: each movement has its ledger number and the balance of the reader after it', async () => {
    assert.equal((await server.transfer(admin, { amount: 7, receiverUsername: ' Client ' })).status, 200);
    await server.transfer(admin, { amount: 2, type: 'WITHDRAWAL' });
    const client = await server.login('client');
    const { rows } = await server.owner.query(
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
      const { body } = await server.call('GET', `/transactions/history/${path}page=0&size=2`, token);
      assert.deepEqual(
        body.data.map(({ id, balanceAfter }) => [id, balanceAfter]),
        inLedger(username),
        path,
      );
    }
  });
});

describe('new passwords', () => {
  const ways: readonly [way: string, send: (password: string) => Promise<Answer>][] = [
    [
      'register-client',
      (password) =>
        server.call('POST', '/auth/admin/register-client', admin, {
          username: 'nuit.bleue',
          password,
          balance: 0,
        }),
    ],
    [
      'change-sub-account-password',
      async (password) =>
        server.call('POST', `/auth/change-sub-account-password/${await server.idOf('client')}`, admin, {
          oldPassword: password,
          newPassword: password,
        }),
    ],
    [
      'change-password',
      (password) =>
        server.call('POST', '/auth/change-password', admin, {
          oldPassword: 'Admin1234',
          newPassword: password,
        }),
    ],
  ];
  for (const [way, send] of ways)
    test(`new passwords: ${way} refuses common ones and the name of the product`, async () => {
      for (const password of ['Sunshine1', 'Liverpool84!', 'Palier2026'])
        assert.deepEqual(
          [(await send(password)).status, (await send(password)).body.errors],
          [
            400,
            [
              'Ce mot de passe est trop facile à deviner\u00a0: ' +
                'un mot courant avec des chiffres ou des signes ne suffit pas.',
            ],
          ],
        );
    });
  test('new passwords: register-client refuses a part of the new name', async () => {
    const { status, body } = await ways[0]![1]('Bleue!2026');
    assert.deepEqual(
      [status, body.errors],
      [
        400,
        [
          "Le mot de passe ne doit pas être le nom d'utilisateur, " +
            'ni avec des chiffres ou des signes en plus.',
        ],
      ],
    );
  });
});

describe('password queue', () => {
  test('password queue: other users sign in while one user occupies all of its places', async () => {
    const { user } = await server.login('admin');
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const places = [1, 2, 3, 4].map(() => admitChange(`user ${user.id}`, () => held));
    const change = (newPassword: string) =>
      server.call('POST', '/auth/change-password', admin, { oldPassword: 'Admin1234', newPassword });
    const register = (username: string, balance: number) =>
      server.call('POST', '/auth/admin/register-client', admin, { username, password: 'Matmata77', balance });
    try {
      assert.equal((await change('Matmata77')).status, 503);
      assert.equal((await register('place', 0)).status, 503);
      assert.equal((await change('short')).status, 400);
      assert.equal((await register('place', 8e8)).status, 400);
      assert.equal((await register('client', 0)).status, 409);
      assert.notEqual((await server.login('admin')).accessToken, undefined);
    } finally {
      free();
      await Promise.all(places);
    }
    const made = await register('place', 0);
    assert.deepEqual([made.status, made.body.agentNewBalance], [200, await server.balanceOf('admin')]);
  });
});

describe('sessions', () => {
  test('sign-out: the refresh token alone is enough to sign out, as documented', async () => {
    const { accessToken, refreshToken } = await server.login('admin');
    for (const status of [200, 401])
      assert.equal((await server.call('POST', '/auth/logout', undefined, { refreshToken })).status, status);
    assert.equal((await server.call('GET', '/user/me', accessToken)).status, 401);
    const { paths } = (await server.app.inject('/api/docs/json')).json<{
      paths: Record<string, { post?: { security?: unknown } }>;
    }>();
    assert.deepEqual(paths['/api/v1/auth/logout']?.post?.security, [{ bearer: [] }, {}]);
    assert.deepEqual(paths['/api/v1/auth/login']?.post?.security, []);
  });

  test('session: calls and refreshes are refused when SQL deactivates or freezes the account', async () => {
    for (const toggle of [
      "update users set active = not active where username = 'superadmin'",
      "update accounts set is_frozen = not is_frozen where code = 'user:superadmin'",
    ]) {
      const { accessToken, refreshToken } = await server.login('superadmin');
      await server.owner.query(toggle);
      const refreshed = await server.call('POST', '/auth/refresh-token', undefined, { refreshToken });
      const read = await server.call('GET', '/user/me', accessToken);
      await server.owner.query(toggle);
      assert.deepEqual([refreshed.status, read.status], [401, 401], toggle);
    }
  });

  test('ended session: each later call is refused with 401, whatever else is wrong with it', async () => {
    const { accessToken } = await server.login('superadmin');
    const good = { receiverUsername: 'admin', amount: 1, type: 'DEPOSIT' };
    const bodies = [good, { ...good, amount: 0.001 }, { ...good, receiverUsername: 'personne' }, [], '{'];
    const json = { 'content-type': 'application/json' };
    const send = async (body: unknown, key?: string) =>
      (await server.call('POST', '/transactions', accessToken, body, { ...json, ...withKey(key) })).status;
    const before = await Promise.all(bodies.map((body) => send(body)));
    assert.deepEqual(before, [200, 400, 404, 400, 400]);
    assert.deepEqual([await send(good, 'not one'), await send(good, 'kept')], [400, 200]);
    await server.call('POST', '/auth/logout', accessToken);
    for (const body of bodies) assert.equal(await send(body), 401, JSON.stringify(body));
    for (const key of ['not one', 'kept']) assert.equal(await send(good, key), 401);
    const client = await server.tokenOf('client');
    for (const body of bodies)
      assert.equal((await server.call('POST', '/transactions', client, body)).status, 403);
  });
});

test('ledger: the ledger is correct after all tests of this file', async () =>
  assert.equal(await verifyLedger(server.owner), null));
