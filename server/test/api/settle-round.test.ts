import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { runSettleRound } from '../../src/operator/settle-round';
import { verifyLedger } from '../../src/operator/verify';
import { startGames, type Games } from './games-provider';

let games: Games;
before(async () => {
  games = await startGames();
});
after(() => games.stop());

const stake = (round: string, bet = 2) => games.send({ txn: `${round}-bet`, round, bet });

/** The command's words after the player's; what it says. */
async function settle(t: TestContext, round: string, ...words: string[]): Promise<string> {
  const said = t.mock.method(process.stdout, 'write', () => true);
  try {
    await runSettleRound(games.palier.owner, ['PRAGMATIC', round, `u${games.player}`, ...words], 'samia');
    return String(said.mock.calls.at(-1)?.arguments[0]);
  } finally {
    said.mock.restore();
  }
}

async function rowOf(round: string) {
  const { rows } = await games.palier.owner.query<{ state: string; by: string | null }>(
    `select r.state, string_agg(t.operator, ',') as by from rounds r
       join provider_transactions t using (provider_code, round_id, player_account_id) where r.round_id = $1 group by r.state`,
    [round],
  );
  return rows[0];
}

describe('a round that its provider does not end', () => {
  test('When its stakes are given back, then they come back once, and what comes late is refused', async (t) => {
    const before = await games.balance();
    await stake('void');
    await games.send({ txn: 'void-more', round: 'void', bet: 1.5 });
    assert.match(await settle(t, 'void', 'refund'), /stakes refunded, 3\.5 TND, by samia/);
    assert.equal(await games.balance(), before);
    assert.deepEqual(await rowOf('void'), { state: 'ROLLED_BACK', by: 'samia,samia' });
    await assert.rejects(settle(t, 'void', 'refund'), /is not open.*stake 0 TND.*by samia at/);
    assert.equal((await stake('void')).status, 0);
    assert.equal((await games.send({ txn: 'void-win', round: 'void', type: 'credit', win: 9 })).status, 0);
    assert.equal(await games.balance(), before);
  });

  test('When its win is paid, then it counts once, whether its callback comes before, after or at the same moment', async (t) => {
    const before = await games.balance();
    await stake('owed');
    const callback = () => games.send({ txn: 'owed-win', round: 'owed', type: 'credit', win: 12.345 });
    const [paid] = await Promise.allSettled([settle(t, 'owed', 'win', '12.345', 'owed-win'), callback()]);
    assert.equal((await callback()).status, 1);
    assert.equal(await games.balance(), before - 2 + 12.345);
    const { state, by } = (await rowOf('owed'))!;
    assert.deepEqual([state, by], ['SETTLED', paid.status === 'fulfilled' ? 'samia' : null]);
    await assert.rejects(settle(t, 'owed', 'win', '12.345', 'owed-win'), /is not open.*win 12\.345 TND/);
    assert.equal(await games.balance(), before - 2 + 12.345);
  });

  test('When it is closed, then no stake follows, and a win that the provider sends after all is paid', async (t) => {
    const before = await games.balance();
    await stake('lost');
    assert.match(await settle(t, 'lost', 'close'), /closed, nothing more to pay, by samia/);
    assert.deepEqual(await rowOf('lost'), { state: 'SETTLED', by: 'samia' });
    assert.equal((await games.send({ txn: 'lost-more', round: 'lost', bet: 1 })).status, 0);
    assert.equal((await games.send({ txn: 'lost-win', round: 'lost', type: 'credit', win: 3 })).status, 1);
    assert.equal(await games.balance(), before - 2 + 3);
  });

  for (const [what, words, said] of [
    ['the transaction has another round', ['half', 'win', '5', 'other-bet'], /was already used/],
    ['the amount is finer than a provider counts', ['half', 'win', '5.1234', 'half-win'], /Usage/],
    ['the win has no transaction', ['half', 'win', '5'], /Usage/],
    ['the transaction is one of ours', ['half', 'win', '5', 'close half u4'], /Usage/],
    ['a word is too many', ['half', 'close', 'now'], /Usage/],
    ['there is no such decision', ['half', 'void'], /Usage/],
    ['there is no such round', ['nowhere', 'close'], /does not exist/],
  ] as const)
    test(`When ${what}, then nothing of it is done`, async (t) => {
      for (const round of ['half', 'other']) await stake(round);
      const before = await games.balance();
      const row = await rowOf('half');
      await assert.rejects(settle(t, ...(words as readonly [string, ...string[]])), said);
      assert.equal(await games.balance(), before);
      assert.deepEqual(await rowOf('half'), row);
    });

  test('When the player is not one of ours, then nothing is done', async (t) => {
    t.mock.method(process.stdout, 'write', () => true);
    for (const player of ['u999999', 'client', ''])
      await assert.rejects(
        runSettleRound(games.palier.owner, ['PRAGMATIC', 'half', player, 'close'], 'samia'),
        /There is no player/,
      );
  });

  test('When all that was done, then the books agree', async () =>
    assert.equal(await verifyLedger(games.palier.owner), null));
});
