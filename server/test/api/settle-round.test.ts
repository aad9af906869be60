import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { runSettleRound } from '../../src/operator/settle-round';
import { verifyLedger } from '../../src/operator/verify';
import { readRow } from '../database';
import { useGames } from './games-provider';

const games = useGames();

const stake = (round: string, bet = 2) => games.send({ txn: `${round}-bet`, round, bet });

/** Runs the command and returns its last output. */
async function settle(t: TestContext, round: string, ...words: string[]): Promise<string> {
  const expected = t.mock.method(process.stdout, 'write', () => true);
  try {
    await runSettleRound(games.server.owner, ['PRAGMATIC', round, `u${games.player}`, ...words], 'samia');
    return String(expected.mock.calls.at(-1)?.arguments[0]);
  } finally {
    expected.mock.restore();
  }
}

const readRound = (round: string) =>
  readRow<{ state: string; by: string | null }>(
    games.server.owner,
    `select r.state, string_agg(t.operator, ',') as by from rounds r
       join provider_transactions t using (provider_code, round_id, player_account_id) where r.round_id = $1 group by r.state`,
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

  test('settle-round: a win is paid once, whether its callback comes before, after or at the same time', async (t) => {
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

  test('settle-round: a closed round takes no stake, and a late win of the provider is paid', async (t) => {
    const before = await games.balance();
    await stake('lost');
    assert.match(await settle(t, 'lost', 'close'), /closed, nothing more to pay, by samia/);
    assert.deepEqual(await readRound('lost'), { state: 'SETTLED', by: 'samia' });
    assert.equal((await games.send({ txn: 'lost-more', round: 'lost', bet: 1 })).status, 0);
    assert.equal((await games.send({ txn: 'lost-win', round: 'lost', type: 'credit', win: 3 })).status, 1);
    assert.equal(await games.balance(), before - 2 + 3);
  });

  for (const [what, words, expected] of [
    ['the transaction has another round', ['half', 'win', '5', 'other-bet'], /was already used/],
    ['the amount is finer than a provider counts', ['half', 'win', '5.1234', 'half-win'], /The decision is/],
    ['the win has no transaction', ['half', 'win', '5'], /The decision is/],
    ['the transaction id has the form of ours', ['half', 'win', '5', 'close half u4'], /The decision is/],
    ['there are too many arguments', ['half', 'close', 'now'], /The decision is/],
    ['the decision is unknown', ['half', 'void'], /The decision is/],
    ['the round does not exist', ['nowhere', 'close'], /does not exist/],
  ] as const)
    test(`settle-round: ${what}, nothing is changed`, async (t) => {
      for (const round of ['half', 'other']) await stake(round);
      const before = await games.balance();
      const row = await readRound('half');
      await assert.rejects(settle(t, ...(words as readonly [string, ...string[]])), expected);
      assert.equal(await games.balance(), before);
      assert.deepEqual(await readRound('half'), row);
    });

  test('settle-round: the player is unknown, nothing is changed', async (t) => {
    t.mock.method(process.stdout, 'write', () => true);
    for (const player of ['u999999', 'client', ''])
      await assert.rejects(
        runSettleRound(games.server.owner, ['PRAGMATIC', 'half', player, 'close'], 'samia'),
        /There is no player/,
      );
  });

  test('settle-round: afterwards the ledger is correct', async () =>
    assert.equal(await verifyLedger(games.server.owner), null));
});
