import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { verifyLedger } from '../../src/operator/verify';
import { readValue } from '../database';
import { useGames } from './games-provider';

const games = useGames();

describe('rollbacks', () => {
  test('rollback: another round, another player or a win is refused', async () => {
    for (const round of ['a3', 'a6']) await games.send({ txn: `bet-${round}`, round, bet: 1 });
    await games.send({ txn: 'win3', round: 'a3', type: 'credit', win: 4 });
    const other = await games.otherPlayer();
    assert.equal((await games.send({ txn: 'rb6', round: 'other', ref: 'bet-a6' })).status, 0);
    assert.equal((await games.send({ txn: 'rb6', round: 'a6', ref: 'bet-a6', user: other })).status, 0);
    assert.equal((await games.send({ txn: 'rb3b', round: 'a3', ref: 'win3' })).status, 0);
    assert.equal((await games.send({ txn: 'rb6', round: 'a6', ref: 'bet-a6' })).status, 1);
  });
  test('rollback: the stake of a lost round after its credit is refunded once', async () => {
    const before = await games.balance();
    await games.send({ txn: 'bet8', round: 'a8', bet: 10 });
    await games.send({ txn: 'lost8', round: 'a8', type: 'credit', win: 0 });
    const ofCredit = await games.send({ txn: 'rb8-credit', round: 'a8', ref: 'lost8' });
    assert.equal(ofCredit.msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'rb8', round: 'a8', ref: 'bet8' })).user_balance, before);
    assert.equal((await games.send({ txn: 'rb8-again', round: 'a8', ref: 'bet8' })).user_balance, before);
  });
  test('rollback: a rollback or an empty spin is refused and no stake is uncounted', async () => {
    const before = await games.balance();
    for (const txn of ['bet9', 'other9']) await games.send({ txn, round: 'a9', bet: 1 });
    assert.equal((await games.send({ txn: 'rb9', round: 'a9', ref: 'bet9' })).status, 1);
    assert.equal((await games.send({ txn: 'rb9-rb', round: 'a9', ref: 'rb9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'spin9', round: 'a9', type: 'debit_credit' })).status, 1);
    assert.equal((await games.send({ txn: 'rb9-spin', round: 'a9', ref: 'spin9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await games.send({ txn: 'win9', round: 'a9', type: 'credit', win: 3 })).status, 1);
    assert.equal(await games.balance(), before + 2);
  });
  test('rollback: after a free spin is rolled back, its round pays nothing', async () => {
    const before = await games.balance();
    await games.send({ txn: 'free10', round: 'a10', bet: 0 });
    assert.equal((await games.send({ txn: 'rb10', round: 'a10', ref: 'free10' })).status, 1);
    assert.equal((await games.send({ txn: 'win10', round: 'a10', type: 'credit', win: 3 })).status, 0);
    assert.equal(await games.balance(), before);
  });
});

describe('rounds', () => {
  test('stake: a refused one stays refused after a deposit or an activation', async () => {
    const before = await games.balance();
    const above = { txn: 'above', round: 'above', bet: before + 1 };
    const refused = await games.send(above);
    assert.deepEqual(refused, { status: 0, user_balance: before, msg: 'INSUFFICIENT_USER_FUNDS' });
    await games.server.transfer(await games.server.tokenOf('admin'), { amount: 5 });
    assert.deepEqual(await games.send(above), refused);

    const off = { txn: 'off', round: 'off', bet: 1 };
    const setActive = (active: boolean) =>
      games.server.owner.query('update users set active = $1 where id = $2', [active, games.player]);
    await setActive(false);
    assert.equal((await games.send(off)).msg, 'INVALID_USER');
    await setActive(true);
    assert.equal((await games.send(off)).msg, 'INVALID_USER');
    assert.equal(await games.balance(), before + 5);
  });
  test('wallet: a provider asks for an agent’s balance, it is refused', async () => {
    const user_code = `u${await games.server.idOf('admin')}`;
    const answer = await games.server.wallet({ method: 'user_balance', user_code });
    assert.deepEqual(answer, { status: 0, user_balance: 0, msg: 'INVALID_USER' });
  });
  test('transaction: two providers use one id, they are independent', async () => {
    const before = await games.balance();
    await games.send({ txn: 'same', round: 'same', bet: 1 });
    assert.equal((await games.send({ txn: 'same', round: 'same', bet: 2, provider: 'SPRIBE' })).status, 1);
    assert.equal(await games.balance(), before - 3);
  });
  test('stake: the game was never opened, it is refused and no account is made', async () => {
    assert.equal(
      (await games.send({ txn: 'x1', round: 'x1', bet: 1, provider: 'NOBODY' })).msg,
      'INVALID_USER',
    );
    const sql = "select count(*)::int from accounts where code = 'house:NOBODY'";
    assert.equal(await readValue(games.server.owner, sql), 0);
  });
  test('round: players of one live table have their own rounds', async () => {
    const other = await games.otherPlayer();
    assert.equal((await games.send({ txn: 'l1', round: 'table', bet: 1 })).status, 1);
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
    test(`ended session: it ${how}, its games take no stake and still pay`, async () => {
      const login = await readValue<string>(
        games.server.owner,
        `with login as (insert into sessions (user_id, expires_at) values ($1, now() + interval '1 h') returning id)
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
    assert.deepEqual(found, ['WIN g1 disputed disputed-win 2 3.5', 'BET g1 disputed disputed-bet 2 3.5']);
  });
  test('rounds: afterwards the ledger is correct', async () => {
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});
