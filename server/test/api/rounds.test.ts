import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test, type TestContext } from 'node:test';
import { runSettleRound, settleRound } from '../../src/operator/settle-round';
import { verifyLedger } from '../../src/operator/verify';
import { readValue, readRow } from '../database';
import { useGames } from './games-provider';

const games = useGames();

describe('rollbacks', () => {
  test('rollback: the rollback of another round, another player or a win is refused', async () => {
    for (const round of ['a3', 'a6']) await games.send({ txn: `bet-${round}`, round, bet: 1 });
    await games.send({ txn: 'win3', round: 'a3', type: 'credit', win: 4 });
    const other = await games.otherPlayer();
    assert.equal((await games.send({ txn: 'rb6', round: 'other', ref: 'bet-a6' })).status, 0);
    assert.equal((await games.send({ txn: 'rb6', round: 'a6', ref: 'bet-a6', user: other })).status, 0);
    for (const ref of ['win3', 'bet-a3'])
      assert.equal((await games.send({ txn: `rb-${ref}`, round: 'a3', ref })).status, 0);
    assert.equal((await games.send({ txn: 'rb6', round: 'a6', ref: 'bet-a6' })).status, 1);
  });
  test('rollback: the stake of a lost round is refunded once, after its credit', async () => {
    const before = await games.balance();
    await games.send({ txn: 'bet8', round: 'a8', bet: 10 });
    await games.send({ txn: 'lost8', round: 'a8', type: 'credit', win: 0 });
    const ofCredit = await games.send({ txn: 'rb8-credit', round: 'a8', ref: 'lost8' });
    assert.equal(ofCredit.msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'rb8', round: 'a8', ref: 'bet8' })).user_balance, before);
    assert.equal((await games.send({ txn: 'rb8-again', round: 'a8', ref: 'bet8' })).user_balance, before);
  });
  test('rollback: neither a rollback nor an empty spin can be rolled back', async () => {
    const before = await games.balance();
    for (const txn of ['bet9', 'other9']) await games.send({ txn, round: 'a9', bet: 1 });
    assert.equal((await games.send({ txn: 'rb9', round: 'a9', ref: 'bet9' })).status, 1);
    assert.equal((await games.send({ txn: 'rb9-rb', round: 'a9', ref: 'rb9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'spin9', round: 'a9', type: 'debit_credit' })).status, 1);
    assert.equal((await games.send({ txn: 'rb9-spin', round: 'a9', ref: 'spin9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'win9', round: 'a9', type: 'credit', win: 3 })).status, 1);
    assert.equal(await games.balance(), before + 2);
  });
  test('rollback: it pays nothing for a refused stake', async () => {
    const before = await games.balance();
    const rollback = { txn: 'rb11', round: 'a11', ref: 'bet11' };
    assert.equal((await games.send({ txn: 'bet11', round: 'a11', bet: before + 1 })).status, 0);
    assert.deepEqual(await games.send(rollback), { status: 1, user_balance: before });
  });
  test('rollback: one under the id of its stake returns it once, or refuses it later', async () => {
    const before = await games.balance();
    const [taken, late] = ['own12', 'late12'].map((id) => ({ txn: id, round: 'a12', ref: id }));
    await games.send({ txn: 'own12', round: 'a12', bet: 2 });
    for (const rollback of [taken!, taken!, late!, late!])
      assert.deepEqual(await games.send(rollback), { status: 1, user_balance: before });
    assert.match((await games.send({ txn: 'late12', round: 'a12', bet: 2 })).detail!, /was rolled back/);
    assert.equal(await games.balance(), before);
  });
  test('rollback: one that names the stake alone returns it once', async () => {
    const before = await games.balance();
    await games.send({ txn: 'bet13', round: 'a13', bet: 2 });
    const rollback = {
      method: 'rollback',
      user_code: `u${games.player}`,
      game_type: 'slot',
      slot: { provider_code: 'PRAGMATIC', txn_id: 'rb13', ref_txn_id: 'bet13' },
    };
    for (let repeat = 0; repeat < 2; repeat += 1)
      assert.deepEqual(await games.server.wallet(rollback), { status: 1, user_balance: before });
    assert.equal((await games.send({ txn: 'win13', round: 'a13', type: 'credit', win: 9 })).status, 0);
  });
  test('rollback: a round whose free spin was rolled back pays nothing', async () => {
    const before = await games.balance();
    assert.equal((await games.send({ txn: 'free10', round: 'a10', bet: 0 })).status, 1);
    assert.equal((await games.send({ txn: 'rb10', round: 'a10', ref: 'free10' })).status, 1);
    assert.equal((await games.send({ txn: 'win10', round: 'a10', type: 'credit', win: 3 })).status, 0);
    assert.equal(await games.balance(), before);
  });
});

describe('rounds', () => {
  test('stake: a refused stake stays refused after a deposit or an activation', async () => {
    const admin = await games.server.tokenOf('admin');
    // Less than 2 TND remain: a large stake could bring a pot to its ceiling and win it.
    const amount = Math.floor(await games.balance()) - 1;
    await games.server.transfer(admin, { amount, type: 'WITHDRAWAL' });
    const before = await games.balance();
    assert.equal((await games.send({ txn: 'all', round: 'all', bet: before })).user_balance, 0);
    await games.send({ txn: 'all-back', round: 'all', ref: 'all' });
    const above = { txn: 'above', round: 'above', bet: before + 0.001 };
    const refused = await games.send(above);
    assert.deepEqual(refused, { status: 0, user_balance: before, msg: 'INSUFFICIENT_USER_FUNDS' });
    await games.server.transfer(admin, { amount });
    assert.deepEqual(await games.send(above), refused);

    const off = { txn: 'off', round: 'off', bet: 1 };
    const setActive = (active: boolean) =>
      games.server.owner.query('update users set active = $1 where id = $2', [active, games.player]);
    await setActive(false);
    assert.equal((await games.send(off)).msg, 'INVALID_USER');
    await setActive(true);
    assert.equal((await games.send(off)).msg, 'INVALID_USER');
    assert.equal(await games.balance(), before + amount);
  });
  test('wallet: a provider that asks for the balance of an agent is refused', async () => {
    const user_code = `u${await games.server.idOf('admin')}`;
    const answer = await games.server.wallet({ method: 'user_balance', user_code });
    assert.deepEqual(answer, { status: 0, msg: 'INVALID_USER' });
  });
  test('transaction: one id that two providers use names two transactions', async () => {
    const before = await games.balance();
    await games.send({ txn: 'same', round: 'same', bet: 1 });
    assert.equal((await games.send({ txn: 'same', round: 'same', bet: 2, provider: 'SPRIBE' })).status, 1);
    assert.equal(await games.balance(), before - 3);
  });
  test('stake: a stake is refused and makes no account if no game of its provider was opened', async () => {
    assert.equal(
      (await games.send({ txn: 'x1', round: 'x1', bet: 1, provider: 'NOBODY' })).msg,
      'INVALID_USER',
    );
    const user = await games.otherPlayer();
    assert.equal(
      (await games.send({ txn: 'x3', round: 'x3', bet: 1, provider: 'SPRIBE', user })).msg,
      'INVALID_USER',
    );
    const sql = "select count(*)::int from accounts where code = 'house:NOBODY'";
    assert.equal(await readValue(games.server.owner, sql), 0);
  });
  test('round: players of one live table have their own rounds', async () => {
    const other = await games.otherPlayer();
    assert.equal((await games.send({ txn: 'l1', round: 'table', bet: 1 })).status, 1);
    const unplayed = { txn: 'l0', round: 'table', type: 'credit', win: 2, user: other };
    assert.equal((await games.send(unplayed)).status, 0);
    assert.equal((await games.send({ txn: 'l2', round: 'table', bet: 1, user: other })).status, 1);
    assert.equal(
      (await games.send({ txn: 'l3', round: 'table', type: 'credit', win: 2, user: other })).status,
      1,
    );
    assert.equal((await games.send({ txn: 'l4', round: 'table', bet: 1 })).status, 1);
  });
  for (const [how, end, provider] of [
    ['was signed out', "revoked_at = now(), revoked_because = 'logout'", 'CQ9'],
    ['was replaced by a newer one', "revoked_at = now(), revoked_because = 'replaced'", 'NAGA'],
    ['has expired', 'expires_at = now()', 'BTG'],
  ] as const)
    test(`ended session: games of a session that ${how} take no stake and still pay`, async () => {
      const login = await readValue<string>(
        games.server.owner,
        `with login as (insert into sessions (user_id, expires_at) values ($1, now() + interval '1 h')
                        returning id)
         insert into game_openings (user_id, login_session_id, provider_code, game_code)
           select $1, id, $2, 'g1' from login returning login_session_id`,
        [games.player, provider],
      );
      const send = async (txn: string, more: object) =>
        (await games.send({ txn: `${provider}-${txn}`, round: `${provider}-round`, provider, ...more })).msg;
      assert.equal(await send('bet', { bet: 1 }), undefined);
      await games.server.owner.query(`update sessions set ${end} where id = $1`, [login]);
      assert.equal(await send('late', { bet: 1, round: `${provider}-late` }), 'INVALID_USER');
      assert.equal(await send('win', { type: 'credit', win: 2 }), undefined);
    });
  test('history: the documented statement names game, round and result of a movement', async () => {
    const guide = await readFile(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
    const statement = /^-- \(5\)\n([^]*?);$/m.exec(guide)?.[1] ?? '';
    await games.send({ txn: 'disputed-bet', round: 'disputed', bet: 2 });
    await games.send({ txn: 'disputed-win', round: 'disputed', type: 'credit', win: 3.5 });
    const accessToken = await games.server.tokenOf('client');
    const { body } = await games.server.call(
      'GET',
      '/transactions/history/outgoing?page=0&size=2',
      accessToken,
    );
    const found = [];
    for (const { id } of body.data) {
      const { rows } = await games.server.owner.query<Record<string, unknown>>(
        statement.replace('48213', String(id)),
      );
      for (const { kind, game_code, round_id, transaction_id, staked, won } of rows)
        found.push([kind, game_code, round_id, transaction_id, Number(staked), Number(won)].join(' '));
    }
    assert.deepEqual(found, [
      'WIN g1 disputed disputed-win credit 2 3.5',
      'BET g1 disputed disputed-bet 2 3.5',
    ]);
  });
  test('rounds: the ledger is correct after all tests of this file', async () => {
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});

const stake = (round: string, bet = 2) => games.send({ txn: `${round}-bet`, round, bet });

/**
 * Runs settle-round with the database login that the command asks for, and returns the last text that it
 * printed.
 */
async function settle(t: TestContext, round: string, ...words: string[]): Promise<string> {
  const pool = settleRound.database === 'owner' ? games.server.owner : games.server.pool;
  const expected = t.mock.method(process.stdout, 'write', () => true);
  try {
    await runSettleRound(pool, ['PRAGMATIC', round, `u${games.player}`, ...words], 'samia', 'txn_id_v2');
    return String(expected.mock.calls.at(-1)?.arguments[0]);
  } finally {
    expected.mock.restore();
  }
}

const readRound = (round: string) =>
  readRow<{ state: string; by: string | null }>(
    games.server.owner,
    `select r.state, string_agg(t.operator, ',') as by from rounds r
       join provider_transactions t using (provider_code, round_id, player_account_id) where r.round_id = $1
         group by r.state`,
    [round],
  );

describe('round settled by an operator', () => {
  test('settle-round: a refund returns the stakes once, and late callbacks are refused', async (t) => {
    const before = await games.balance();
    await stake('void');
    await games.send({ txn: 'void-more', round: 'void', bet: 1.5 });
    assert.match(await settle(t, 'void', 'refund'), /stakes refunded, 3\.5 TND, by samia/);
    assert.equal(await games.balance(), before);
    assert.deepEqual(await readRound('void'), { state: 'ROLLED_BACK', by: 'samia,samia' });
    await assert.rejects(settle(t, 'void', 'refund'), /is not open.*stake 0 TND.*by samia at/);
    assert.equal((await stake('void')).status, 0);
    assert.equal((await games.send({ txn: 'void-win', round: 'void', type: 'credit', win: 9 })).status, 0);
    assert.equal(await games.balance(), before);
  });

  test('settle-round: a win is paid once, whenever its callback comes', async (t) => {
    const before = await games.balance();
    await stake('owed');
    const callback = () => games.send({ txn: 'owed-win', round: 'owed', type: 'credit', win: 12.345 });
    const [paid] = await Promise.allSettled([settle(t, 'owed', 'win', '12.345', 'owed-win'), callback()]);
    assert.equal((await callback()).status, 1);
    assert.equal(await games.balance(), before - 2 + 12.345);
    const { state, by } = await readRound('owed');
    assert.deepEqual([state, by], ['SETTLED', paid.status === 'fulfilled' ? 'samia' : null]);
    await assert.rejects(settle(t, 'owed', 'win', '12.345', 'owed-win'), /is not open.*win 12\.345 TND/);
    assert.equal(await games.balance(), before - 2 + 12.345);
  });

  test('settle-round: a closed round takes a late win, and a late stake opens it again', async (t) => {
    const before = await games.balance();
    await stake('lost');
    assert.match(await settle(t, 'lost', 'close'), /closed, nothing more to pay, by samia/);
    assert.deepEqual(await readRound('lost'), { state: 'SETTLED', by: 'samia' });
    assert.equal((await games.send({ txn: 'lost-win', round: 'lost', type: 'credit', win: 3 })).status, 1);
    assert.equal((await games.send({ txn: 'lost-more', round: 'lost', bet: 1 })).status, 1);
    assert.equal((await readRound('lost')).state, 'OPEN');
    assert.equal(await games.balance(), before - 2 + 3 - 1);
  });

  for (const [what, words, expected] of [
    ['the transaction has another round', ['half', 'win', '5', 'other-win'], /was already used/],
    ['the amount is finer than a provider counts', ['half', 'win', '5.1234', 'half-win'], /The decision is/],
    ['the win has no transaction', ['half', 'win', '5'], /The decision is/],
    ['the transaction id has the form of ours', ['half', 'win', '5', 'close half u4'], /The decision is/],
    ['there are too many arguments', ['half', 'close', 'now'], /The decision is/],
    ['the decision is unknown', ['half', 'void'], /The decision is/],
    ['the round does not exist', ['nowhere', 'close'], /does not exist/],
  ] as const)
    test(`settle-round: nothing is changed if ${what}`, async (t) => {
      for (const round of ['half', 'other']) await stake(round);
      await games.send({ txn: 'other-win', round: 'other', type: 'credit', win: 1 });
      const before = await games.balance();
      const row = await readRound('half');
      await assert.rejects(settle(t, ...(words as readonly [string, ...string[]])), expected);
      assert.equal(await games.balance(), before);
      assert.deepEqual(await readRound('half'), row);
    });

  test('settle-round: nothing is changed if the player is unknown', async (t) => {
    t.mock.method(process.stdout, 'write', () => true);
    for (const player of ['u999999', 'client', ''])
      await assert.rejects(
        runSettleRound(games.server.owner, ['PRAGMATIC', 'half', player, 'close'], 'samia', 'txn_id_v2'),
        /There is no player/,
      );
  });

  test('settle-round: the ledger is correct after all tests of this command', async () =>
    assert.equal(await verifyLedger(games.server.owner), null));
});
