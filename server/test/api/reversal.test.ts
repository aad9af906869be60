import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createApp } from '../../src/app';
import { createPool } from '../../src/database/pool';
import { verifyLedger } from '../../src/operator/verify';
import { REFUSAL_TEXTS } from '../../src/refusals/refusal-texts';
import { gapOf, readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { useGames } from './games-provider';
import { holdOpen, readRow, readValue } from '../database';
import { withKey, type Answer } from './start-test-server';

const games = useGames({}, async () => {
  const signIn = async (name: string) => {
    const { accessToken, user } = await games.server.login(name);
    return { token: accessToken, id: user.id };
  };
  [admin, client] = [await signIn('admin'), await signIn('client')];
});
let admin: { token: string; id: number };
let client: { token: string; id: number };

const get = (url: string, token = admin.token) => games.server.call('GET', url, token);
const transfer = (amount: number, more: object = {}, key?: string) =>
  games.server.transfer(admin.token, { amount, ...more }, key);
/** Moves money from the admin to the client, or back, and returns the movement's number. */
async function move(amount: number, more: object = {}): Promise<number> {
  const { status, body } = await transfer(amount, more);
  assert.equal(status, 200, String(body.errors));
  return body.transactionId;
}
const reverse = (id: number | string, { token = admin.token, key }: { token?: string; key?: string } = {}) =>
  games.server.call('POST', `/transactions/${id}/reversal`, token, undefined, withKey(key));
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors[0]];
const balanceOf = (username: string) => games.server.balanceOf(username);
const countReversals = (id: number): Promise<number> =>
  readValue(games.server.owner, 'select count(*)::int from reversals where reversed_transfer_id = $1', [id]);

const countNotes = (id: number | null = null): Promise<number> =>
  readValue(
    games.server.owner,
    'select count(*)::int from transfer_notes where transfer_id = coalesce($1, transfer_id)',
    [id],
  );

describe('note of a deposit or withdrawal', () => {
  test('note: it is trimmed, and is in both histories, in a selection and in the movement', async () => {
    const id = await move(12, { note: '  avance de mars 🎲 ' });
    const withdrawn = await move(2, { type: 'WITHDRAWAL', note: 'rendu' });
    const plain = await move(1);
    for (const answer of [
      await get('/transactions/history/outgoing?page=0&size=3'),
      await get('/transactions/history/incoming?page=0&size=3', client.token),
      await get(`/transactions/history/outgoing?page=0&size=3&targetUserId=${client.id}`),
      await get(`/transactions/history/outgoing?page=0&size=3&account=client`),
    ])
      assert.deepEqual(
        answer.body.data.map((item) => [item.id, item.note]),
        [
          [plain, undefined],
          [withdrawn, 'rendu'],
          [id, 'avance de mars 🎲'],
        ],
      );
    for (const token of [admin.token, client.token])
      assert.equal((await get(`/transactions/${id}`, token)).body.note, 'avance de mars 🎲');
    assert.equal((await get(`/transactions/${withdrawn}`)).body.isReversible, undefined);
    assert.equal(await countNotes(plain), 0);
  });

  test('note: a movement is refused if its note is empty, invisible, too long or malformed', async () => {
    const before = await balanceOf('client');
    for (const note of [
      '',
      '   ',
      '\u200b\u3164\u00ad',
      'x'.repeat(121),
      'a\nb',
      'a\0b',
      'a\u2028b',
      'a\u202eb',
      'a\ud800',
      'caisse\u200e7',
      'caisse\u00ad7',
      '\ufeffcaisse',
      'a\u{e0041}b',
      '\u2800',
      `n${'\u0301'.repeat(118)}`,
      5,
      null,
    ]) {
      const { status, body } = await transfer(1, { note });
      assert.deepEqual(
        [status, body.code, body.errors.length],
        [400, 'invalid-input', 1],
        JSON.stringify(note),
      );
    }
    assert.equal(await balanceOf('client'), before);
  });

  test('note: it is part of what the idempotency key stands for, and a repeat writes it once', async () => {
    const before = await balanceOf('client');
    const first = await transfer(3, { note: 'x'.repeat(120) }, 'noted');
    assert.deepEqual(await transfer(3, { note: 'x'.repeat(120) }, 'noted'), first);
    for (const more of [{}, { note: 'autre' }])
      assert.deepEqual(refusalOf(await transfer(3, more, 'noted')).slice(0, 2), [422, 'invalid-idempotency']);
    assert.equal(await balanceOf('client'), before + 3);
  });

  test('note: each movement of a batch keeps its own note, or none', async () => {
    const notes = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? {} : { note: `n° ${n}` }));
    const ids = await Promise.all(notes.map((more) => move(1, more)));
    const stored = await Promise.all(ids.map(async (id) => (await get(`/transactions/${id}`)).body));
    assert.deepEqual(
      stored.map(({ note }) => note),
      notes.map(({ note }) => note),
    );
  });

  test('note: no note is written if the movement is refused for its money', async () => {
    const before = await countNotes();
    assert.equal((await transfer(8e9, { note: 'trop' })).status, 400);
    assert.equal(await countNotes(), before);
  });
});

describe('one movement', () => {
  test('movement: each side gets its balance after it, and the agent also the receiver’s', async () => {
    const ids = [await move(5), await move(3, { type: 'WITHDRAWAL' }), await move(4)];
    const own = await get('/transactions/history/outgoing?page=0&size=3');
    const received = await get('/transactions/history/incoming?page=0&size=3', client.token);
    for (const [place, id] of ids.toReversed().entries()) {
      const atReceiver = received.body.data[place]!;
      const targetBalanceAfter = atReceiver.balanceAfter;
      assert.deepEqual((await get(`/transactions/${id}`)).body, {
        ...own.body.data[place],
        targetBalanceAfter,
      });
      assert.deepEqual((await get(`/transactions/${id}`, client.token)).body, atReceiver);
    }
  });

  test('movement: each one of a whole history is found, with the balance that the history has', async () => {
    const { body } = await get('/transactions/history/outgoing?page=0&size=100');
    const last = await get(`/transactions/history/outgoing?page=${body.totalPages - 1}&size=100`);
    for (const item of [...body.data, ...last.body.data]) {
      const { targetBalanceAfter, ...movement } = (await get(`/transactions/${item.id}`)).body;
      assert.deepEqual(movement, item);
      assert.ok(targetBalanceAfter! >= 0);
    }
  });
});

describe('reversal of a deposit', () => {
  test('reversal: balances, histories, reports, network and trial balance contain it', async () => {
    const before = [await balanceOf('admin'), await balanceOf('client')];
    const day = (await get('/reports/day-close')).body.date;
    const figures = async () => {
      const report = await get(`/transactions/report?from=${day}T00:00:00&to=${day}T23:59:59.999`);
      const close = (await get('/reports/day-close')).body;
      const row = close.subAccounts.find(({ username }) => username === 'client');
      const network = await get(`/transactions/report/network?from=${day}&to=${day}`);
      const { deposits, withdrawals } = (
        network.body as unknown as { whole: { deposits: number; withdrawals: number } }
      ).whole;
      return [
        report.body.totalIn,
        report.body.totalOut,
        row?.added ?? 0,
        row?.withdrawn ?? 0,
        close.reversed,
        deposits,
        withdrawals,
      ];
    };
    const figuresBefore = await figures();

    const id = await move(30, { note: 'erreur' });
    const made = await reverse(id);
    assert.equal(made.status, 200);
    assert.equal(made.body.agentNewBalance, before[0]);
    assert.deepEqual([await balanceOf('admin'), await balanceOf('client')], before);
    for (const { body } of [
      await get('/transactions/history/outgoing?page=0&size=2'),
      await get('/transactions/history/incoming?page=0&size=2', client.token),
      await get(`/transactions/history/outgoing?page=0&size=2&targetUserId=${client.id}`),
    ]) {
      const [reversal, deposit] = body.data;
      assert.deepEqual(
        [reversal?.id, reversal?.initiatorTransactionType, reversal?.amount, reversal?.reverses],
        [made.body.transactionId, 'REVERSAL', 30, id],
      );
      assert.deepEqual([reversal?.initiatorUsername, reversal?.targetUsername], ['admin', 'client']);
      assert.deepEqual(
        [deposit?.id, deposit?.reversedBy, deposit?.isReversible, deposit?.note],
        [id, made.body.transactionId, undefined, 'erreur'],
      );
    }
    const changes = (await figures()).map((figure, place) => figure - (figuresBefore[place] ?? 0));
    assert.deepEqual(changes, [30, 30, 30, 30, 30, 0, 0]);
    for (const username of ['capo', 'admin', 'client']) {
      const [balance] = await readSubtreeBalances(games.server.owner, { username });
      assert.equal(gapOf(balance!), 0n, username);
    }
    assert.equal(await verifyLedger(games.server.owner), null);
  });

  test('reversal: a repeated key gives the same answer, and another use of the key is refused', async () => {
    const [id, other] = [await move(6), await move(7)];
    const first = await reverse(id, { key: 'back' });
    assert.equal(first.status, 200);
    assert.deepEqual(await reverse(id, { key: 'back' }), first);
    assert.deepEqual(refusalOf(await reverse(other, { key: 'back' })).slice(0, 2), [
      422,
      'invalid-idempotency',
    ]);
    assert.equal((await transfer(1, {}, 'back')).status, 422);
    assert.deepEqual([await countReversals(id), await countReversals(other)], [1, 0]);
    // Another agent's key is another key.
    const token = await games.server.tokenOf('superadmin');
    const above = await games.server.transfer(token, { receiverUsername: 'admin' });
    assert.equal((await reverse(above.body.transactionId, { token, key: 'back' })).status, 200);
    const { body } = await games.server.call('POST', '/transactions/attempts/back', admin.token);
    assert.equal(body.wasCarriedOut, true);
  });

  test('reversal: it waits and is refused if its key is being given up', async () => {
    const id = await move(6);
    const { accountId } = await sessionOfAdmin();
    const end = await holdOpen(games.server.owner, "select resolve_attempt($1, 'given-up')", [accountId]);
    const reversing = reverse(id, { key: 'given-up' });
    await untilLockWaits(games.server.owner);
    await end('commit');
    assert.deepEqual(refusalOf(await reversing).slice(0, 2), [422, 'abandoned']);
  });

  test('reversal: a second reversal and the reversal of a reversal are refused', async () => {
    const id = await move(5);
    const made = await reverse(id);
    const twice = [409, 'already-reversed', REFUSAL_TEXTS['already-reversed']];
    assert.deepEqual(refusalOf(await reverse(id)), twice);
    const notDeposit = [409, 'not-a-deposit', REFUSAL_TEXTS['not-a-deposit']];
    assert.deepEqual(refusalOf(await reverse(made.body.transactionId)), notDeposit);
    assert.deepEqual(refusalOf(await reverse(await move(1, { type: 'WITHDRAWAL' }))), notDeposit);
    const received = (await get('/transactions/history/incoming?page=0&size=1')).body.data[0];
    assert.deepEqual(refusalOf(await reverse(received!.id)), [
      404,
      'not-found',
      REFUSAL_TEXTS['not-found/movement'],
    ]);
  });

  test('reversal: a deposit older than 30 minutes cannot be reversed, and its history says so', async () => {
    const id = await move(5);
    const makeOlder = (minutes: number) =>
      games.server.owner.query(
        `begin; set local session_replication_role = 'replica';
         update transfers set created_at = created_at - interval '${minutes} minutes'
           where id = ${id}; commit`,
      );
    const offered = async () => (await get('/transactions/history/outgoing?page=0&size=1')).body.data[0];
    assert.equal((await offered())?.isReversible, true);
    await makeOlder(30);
    assert.deepEqual(refusalOf(await reverse(id)), [409, 'too-late', REFUSAL_TEXTS['too-late']]);
    assert.equal((await offered())?.isReversible, undefined);
    await makeOlder(-30);
  });

  test('reversal: it moves nothing if the money was spent or the receiver or agent is frozen', async () => {
    const id = await move(40);
    await move(Math.floor(await balanceOf('client')) - 30, { type: 'WITHDRAWAL' });
    assert.deepEqual(refusalOf(await reverse(id)), [409, 'money-spent', REFUSAL_TEXTS['money-spent']]);
    await move(200);
    for (const name of ['client', 'admin']) {
      const setFrozen = (isFrozen: boolean) =>
        games.server.owner.query('update accounts set is_frozen = $2 where code = $1', [
          `user:${name}`,
          isFrozen,
        ]);
      const { accountId, userId, sessionId } = await sessionOfAdmin();
      await setFrozen(true);
      const reason = await readValue<string>(
        games.server.pool,
        "select reverse_deposit($1, $2, $3, null, null, $4)->>'reason'",
        [accountId, userId, id, sessionId],
      );
      await setFrozen(false);
      assert.equal(reason, 'frozen', name);
    }
    assert.equal(await countReversals(id), 0);
    assert.equal((await reverse(id)).status, 200);
  });

  test('reversal: it moves nothing if the receiver is no child of the named agent', async () => {
    const id = await move(4);
    const before = await balanceOf('client');
    const { accountId, userId } = await sessionOfAdmin();
    const reverseAs = (agent: number | null) =>
      readValue<string>(
        games.server.pool,
        "select reverse_deposit($1, $2, $3, null, null, null)->>'reason'",
        [accountId, agent, id],
      );
    assert.equal(await reverseAs(null), 'receiver');
    const setParent = (name: string) =>
      games.server.owner.query(
        `update users set parent_id = (select id from users where username = $1), child_seq = -child_seq
            where username = 'client'`,
        [name],
      );
    await setParent('superadmin');
    const reason = await reverseAs(userId);
    await setParent('admin');
    assert.equal(reason, 'receiver');
    assert.equal(await balanceOf('client'), before);
  });

  test('reversal and correction: only one of them takes a deposit back', async () => {
    const correct = (id: number, reference: string) =>
      readValue<{ ok: boolean; reason?: string }>(
        games.server.owner,
        "select correct_transfer($1, null, 'samia', $2, 'x')",
        [id, reference],
      );
    const [reversed, corrected, raced] = [await move(8), await move(9), await move(10)];
    assert.equal((await reverse(reversed)).status, 200);
    assert.equal((await correct(reversed, 'rc-1')).reason, 'amount');
    assert.equal((await get(`/transactions/${corrected}`)).body.isReversible, true);
    assert.equal((await correct(corrected, 'rc-2')).ok, true);
    assert.equal((await get(`/transactions/${corrected}`)).body.isReversible, undefined);
    assert.equal((await reverse(corrected)).body.code, 'already-reversed');
    const { accountId, userId, sessionId } = await sessionOfAdmin();
    const commit = await holdOpen(games.server.owner, 'select reverse_deposit($1, $2, $3, null, null, $4)', [
      accountId,
      userId,
      raced,
      sessionId,
    ]);
    const correcting = correct(raced, 'rc-3');
    await untilLockWaits(games.server.owner);
    await commit('commit');
    assert.equal((await correcting).reason, 'amount');

    const second = await move(11);
    const end = await holdOpen(
      games.server.owner,
      "select correct_transfer($1, null, 'samia', 'rc-4', 'x')",
      [second],
    );
    const reversing = reverse(second);
    await untilLockWaits(games.server.owner);
    await end('commit');
    assert.equal((await reversing).body.code, 'already-reversed');
    assert.equal(await verifyLedger(games.server.owner), null);
  });

  test('reversal: one of 32 at the same time over two processes moves the money', async () => {
    const pool = createPool(games.server.config.DATABASE_URL);
    const other = await createApp(games.server.config, pool);
    try {
      const id = await move(20);
      const before = await balanceOf('client');
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, n) =>
          (n % 2 === 0 ? games.server.app : other).inject({
            method: 'POST',
            url: `/api/v1/transactions/${id}/reversal`,
            headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': `r-${n % 8}` },
          }),
        ),
      );
      assert.equal(await balanceOf('client'), before - 20);
      const made = answers.filter(({ statusCode }) => statusCode === 200);
      assert.equal(new Set(made.map(({ body }) => body)).size, 1);
      assert.ok(made.length >= 1 && made.length <= 4, `${made.length} calls of one key were answered 200`);
      for (const { statusCode, body } of answers)
        if (statusCode !== 200) assert.match(`${statusCode} ${body}`, /^409 .*already-reversed/);
      assert.equal(await verifyLedger(games.server.owner), null);
    } finally {
      await other.close();
      await pool.end();
    }
  });

  test('reversal: one of a reversal, a stake and a withdrawal gets the money they race for', async () => {
    for (let round = 0; round < 8; round += 1) {
      await move(Math.floor(await balanceOf('client')) - 10, { type: 'WITHDRAWAL' });
      const id = await move(50);
      const all = Math.floor(await balanceOf('client')) - 5;
      const [reversed, withdrawn, staked] = await Promise.all([
        reverse(id),
        transfer(all, { type: 'WITHDRAWAL' }),
        games.send({ txn: `race-${round}`, round: `race-${round}`, bet: all }),
      ]);
      const effects = [reversed.status === 200, withdrawn.status === 200, staked.status === 1];
      assert.equal(effects.filter(Boolean).length, 1, JSON.stringify(effects));
      if (reversed.status !== 200) assert.equal(reversed.body.code, 'money-spent');
      await move(200);
    }
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});

const sessionOfAdmin = () =>
  readRow<{ accountId: number; userId: number; sessionId: string }>(
    games.server.owner,
    `select u.account_id as "accountId", u.id as "userId", s.id as "sessionId" from users u
      join sessions s on s.user_id = u.id
      where u.username = 'admin' and s.revoked_at is null and s.expires_at > now() limit 1`,
  );
