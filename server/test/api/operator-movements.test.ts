import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusedStatement, type Queryable } from '../../src/database/pool';
import { verifyLedger } from '../../src/operator/verify';
import { REFUSAL_TEXTS } from '../../src/refusals/refusal-texts';
import { gapOf, readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import { holdOpen, readValue, rolledBack } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { useGames } from './games-provider';

const games = useGames();

interface Outcome {
  readonly ok: boolean;
  readonly opId?: number;
  readonly isNew?: boolean;
  readonly reason?: string;
  readonly remaining?: number;
}

const correct = (
  transferId: unknown,
  micros: number | null,
  reference: string,
  database: Queryable = games.server.owner,
): Promise<Outcome> =>
  readValue(database, "select correct_transfer($1, $2, 'samia', $3, 'mauvais compte')", [
    transferId,
    micros,
    reference,
  ]);
/** Whether the repayment is new; undefined when it was refused. */
const repay = (micros: number, reference: string): Promise<boolean | undefined> =>
  readValue(
    games.server.owner,
    "select is_new from issue_money((select account_id from users where username = 'capo'), $1, 'samia', $2)",
    [-micros, reference],
  );
const balanceOf = async (username: string): Promise<number> =>
  Math.round((await games.server.balanceOf(username)) * 1e6);
const transfer = async (amount: number, type = 'DEPOSIT') =>
  games.server.transfer(await games.server.tokenOf('admin'), { amount, type });
/** Moves money from the admin to the client and returns the movement's number. */
async function deposit(amount: number): Promise<number> {
  const { status, body } = await transfer(amount);
  assert.equal(status, 200);
  return body.transactionId;
}
/** Asserts that `found` has these properties, among others. */
const assertHas = (found: object | undefined, expected: object): void =>
  assert.deepEqual({ ...found, ...expected }, { ...found });
const setFrozen = (username: string, isFrozen: boolean) =>
  games.server.owner.query(
    'update accounts set is_frozen = $2 where id = (select account_id from users where username = $1)',
    [username, isFrozen],
  );

test('correction: histories and reports contain the correction of a deposit', async () => {
  const before = await balanceOf('client');
  const admin = await games.server.login('admin');
  const client = await games.server.login('client');
  const get = async (url: string, token = admin.accessToken) =>
    (await games.server.call('GET', url, token)).body;
  const dayOf = async () => {
    const close = await get('/reports/day-close');
    const row = close.subAccounts.find(({ username }) => username === 'client');
    return { added: row?.added ?? 0, withdrawn: row?.withdrawn ?? 0, date: close.date };
  };
  const day = await dayOf();
  const period = `/transactions/report?from=${day.date}T00:00:00&to=${day.date}T23:59:59.999`;
  const report = await get(period);

  const id = await deposit(30);
  const made = await correct(id, 20_000_000, 'c-1');
  assert.equal(made.isNew, true);
  assert.equal(await balanceOf('client'), before + 10_000_000);
  for (const history of [
    await get('/transactions/history/outgoing?page=0&size=5'),
    await get('/transactions/history/incoming?page=0&size=5', client.accessToken),
    await get(`/transactions/history/outgoing?page=0&size=5&targetUserId=${client.user.id}`),
  ])
    assertHas(history.data[0], {
      id: made.opId,
      initiatorTransactionType: 'DEPOSIT_CORRECTION',
      initiatorUsername: 'admin',
      targetUsername: 'client',
      amount: 20,
    });
  const after = await get(period);
  assert.deepEqual([after.totalIn - report.totalIn, after.totalOut - report.totalOut], [30, 20]);
  const closed = await dayOf();
  assert.deepEqual([closed.added - day.added, closed.withdrawn - day.withdrawn], [30, 20]);
  for (const username of ['capo', 'admin', 'client']) {
    const [balance] = await readSubtreeBalances(games.server.owner, { username });
    assert.equal(gapOf(balance!), 0n, username);
  }
  const { rows } = await games.server.owner.query(
    `select u.username, j.kind, j.operator, j.reason from journal_entries j join users u on u.id = j.user_id
      where j.kind = 'transfer-corrected' order by u.username`,
  );
  assert.deepEqual(
    rows,
    ['admin', 'client'].map((username) => ({
      username,
      kind: 'transfer-corrected',
      operator: 'samia',
      reason: 'mauvais compte',
    })),
  );
  const journal = await games.server.call('GET', '/user/journal?size=5', client.accessToken);
  assertHas(
    (journal.body.data as unknown as { kind: string }[]).find(({ kind }) => kind === 'transfer-corrected'),
    { actorUsername: null, reason: null },
  );
});
test('correction: both parties get one notice with its amount and number', async () => {
  const number = await deposit(3);
  const noticesOf = async (username: string) => {
    const token = await games.server.tokenOf(username);
    const { body } = await games.server.call('GET', '/user/notices', token);
    return (body as unknown as { data: { kind: string; facts: object }[] }).data.filter(
      ({ kind }) => kind === 'movement-corrected',
    );
  };
  const before = (await noticesOf('client')).length;
  const { opId } = await correct(number, 2_000_000, 'notice-1');
  assert.equal((await correct(number, 2_000_000, 'notice-1')).isNew, false);
  for (const username of ['admin', 'client'])
    assert.deepEqual((await noticesOf(username))[0]?.facts, { amount: 2, number: opId }, username);
  assert.equal((await noticesOf('client')).length, before + 1);
});

test('correction: a repeated reference moves once, and all add up to the transfer at most', async () => {
  const id = await deposit(30);
  const first = await correct(id, 20_000_000, 'c-2');
  assert.deepEqual(await correct(id, 20_000_000, 'c-2'), { ok: true, opId: first.opId, isNew: false });
  assert.deepEqual(await correct(id, 10_000_001, 'c-3'), {
    ok: false,
    reason: 'amount',
    remaining: 10_000_000,
  });
  await rolledBack(games.server.owner, async (client) => {
    await client.query("update accounts set least_balance = balance where code = 'user:client'");
    assert.deepEqual(await correct(id, 1, 'c-9', client), { ok: false, reason: 'funds' });
  });
  assert.equal((await correct(id, null, 'c-4')).isNew, true);
  assert.deepEqual(await correct(id, null, 'c-5'), { ok: false, reason: 'amount', remaining: 0 });
});
test('correction: a second one waits for the first, or repeats it with its reference', async () => {
  const id = await deposit(7);
  const { owner } = games.server;
  const end = await holdOpen(owner, "select correct_transfer($1, null, 'samia', 'h-1', 'x')", [id]);
  const [second, same] = [correct(id, null, 'h-2'), correct(id, null, 'h-1')];
  await untilLockWaits(owner, 2);
  await end('commit');
  assert.deepEqual(await second, { ok: false, reason: 'amount', remaining: 0 });
  assert.equal((await same).isNew, false);
});
test('correction: a withdrawal and an opening balance can be corrected', async () => {
  const before = await balanceOf('client');
  const { body } = await transfer(5, 'WITHDRAWAL');
  assert.equal((await correct(body.transactionId, null, 'c-6')).isNew, true);
  assert.equal(await balanceOf('client'), before);
  await rolledBack(games.server.owner, async (client) => {
    const opening = await readValue(
      client,
      `select t.id from transfers t join accounts a on a.id = t.credit_account_id
        where t.kind = 'USER_CREATION' order by a.balance desc limit 1`,
    );
    assert.equal((await correct(opening, 1, 'c-9', client)).isNew, true);
  });
});
test('correction: movements of games, corrections and missing movements cannot be corrected', async () => {
  await games.send({ txn: 'm1', round: 'm1', bet: 1 });
  for (const kind of ['BET', 'DEPOSIT_CORRECTION', 'ISSUE'])
    await rolledBack(games.server.owner, async (client) => {
      const id = await readValue(client, 'select max(id) from transfers where kind = $1', [kind]);
      assert.deepEqual(await correct(id, null, 'c-7', client), { ok: false, reason: 'kind' });
    });
  assert.deepEqual(await correct(9e15, null, 'c-7'), { ok: false, reason: 'unknown' });
});
test('repayment: it is counted once and never takes more than the balance', async () => {
  const before = await balanceOf('capo');
  assert.equal(await repay(1_000_000, 'r-1'), true);
  assert.equal(await repay(1_000_000, 'r-1'), false);
  assert.equal(await balanceOf('capo'), before - 1_000_000);
  assert.equal(await repay(before, 'r-2'), undefined);
  const end = await holdOpen(
    games.server.owner,
    "select issue_money(account_id, -1000000, 'samia', 'r-3') from users where username = 'capo'",
  );
  const same = repay(1_000_000, 'r-3');
  await untilLockWaits(games.server.owner);
  await end('commit');
  assert.equal(await same, false);
  const capo = await games.server.login('capo');
  const { body } = await games.server.call(
    'GET',
    '/transactions/history/incoming?page=0&size=1',
    capo.accessToken,
  );
  assertHas(body.data[0], {
    initiatorUsername: 'Opérateur',
    initiatorTransactionType: 'REPAYMENT',
    targetUsername: 'capo',
    amount: 1,
  });
  const [balance] = await readSubtreeBalances(games.server.owner, { username: 'capo' });
  assert.equal(gapOf(balance!), 0n);
});
test('issue: an issue without a reference is a new one if its amount or capo differs', () =>
  rolledBack(games.server.owner, async (client) => {
    await client.query("select create_capo('autre-capo', 'x')");
    const issue = (username: string, micros: number): Promise<boolean> =>
      readValue(
        client,
        `select is_new from issue_money((select account_id from users where username = $1), $2, 'samia',
                                         null)`,
        [username, micros],
      );
    const orders = [
      ['capo', 7_000_000],
      ['capo', 7_000_000],
      ['capo', 8_000_000],
      ['autre-capo', 7_000_000],
    ] as const;
    const areNew: boolean[] = [];
    for (const [username, micros] of orders) areNew.push(await issue(username, micros));
    assert.deepEqual(areNew, [true, false, true, true]);
  }));
test('frozen account: only wins and corrections arrive, and its parent cannot unfreeze it', async () => {
  const id = await deposit(3);
  const { accessToken, user } = await games.server.login('client');
  const admin = await games.server.login('admin');
  assert.equal((await games.send({ txn: 'f1', round: 'f1', bet: 1 })).status, 1);
  await setFrozen('client', true);
  try {
    assert.equal((await games.server.call('GET', '/user/me', accessToken)).status, 401);
    const activate = (active: boolean) =>
      games.server.call('POST', `/user/update-status/${user.id}`, admin.accessToken, { active });
    for (const active of [false, true]) assert.equal((await activate(active)).status, 200);
    for (const type of ['DEPOSIT', 'WITHDRAWAL']) {
      const { status, body } = await transfer(1, type);
      assert.deepEqual([status, body.errors], [400, [REFUSAL_TEXTS['account-frozen']]], type);
    }
    assert.equal((await games.server.login('client')).accessToken, undefined);
    assert.equal((await games.send({ txn: 'f2', round: 'f2', bet: 1 })).msg, 'INVALID_USER');
    assert.equal((await games.send({ txn: 'f3', round: 'f1', type: 'credit', win: 2 })).status, 1);
    assert.equal((await correct(id, null, 'c-8')).isNew, true);
  } finally {
    await setFrozen('client', false);
  }
  assert.equal((await transfer(1)).status, 200);
});
test('corrections, repayments, freezes: each has one effect when they race play, never a minus', async () => {
  const { owner, pool } = games.server;
  const id = await deposit(10);
  const move = async (kind: string, agent: string, receiver: string, micros: number): Promise<boolean> =>
    readValue<boolean>(
      pool,
      `select (post_agent_transfer($1, account_id, id, $3, $4, null, null)->>'ok')::boolean from users
          where username = $2`,
      [kind, agent, receiver, micros],
    ).catch((error: unknown) => {
      // A frozen receiver: the server's writer then sends the movement to post_agent_batch.
      if (!isRefusedStatement(error)) throw error;
      return false;
    });
  // The client and the capo hold what one of the racing movements takes.
  const all = await balanceOf('client');
  const corrections = { made: 0 };
  const repaid = { made: 0 };
  const capoBalance = await balanceOf('capo');
  const count = (counter: { made: number }, isMade: boolean | undefined): void => {
    if (isMade === true) counter.made += 1;
  };
  await Promise.all([
    ...Array.from({ length: 6 }, async (_, n) =>
      count(corrections, (await correct(id, null, `race-${n % 3}`)).isNew),
    ),
    ...Array.from({ length: 6 }, async (_, n) =>
      count(repaid, await repay(capoBalance * 0.6, `race-${n % 3}`)),
    ),
    ...Array.from({ length: 3 }, () => move('WITHDRAWAL', 'admin', 'client', all - 4_000_000)),
    ...Array.from({ length: 3 }, () => move('DEPOSIT', 'capo', 'superadmin', capoBalance * 0.6)),
    ...Array.from({ length: 3 }, (_, n) => games.send({ txn: `r${n}`, round: `r${n}`, bet: 2 })),
    ...Array.from({ length: 4 }, (_, n) => setFrozen('client', n % 2 === 0)),
  ]);
  await setFrozen('client', false);
  assert.ok(corrections.made <= 1 && repaid.made <= 1);
  const { rows: below } = await owner.query("select code from accounts where kind = 'USER' and balance < 0");
  assert.deepEqual(below, []);
  assert.equal(await verifyLedger(owner), null);
});
