import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Round } from '@palier/shared/contracts/rounds';
import { readColumn, readValue } from '../database';
import { useGames } from './games-provider';

describe('round of a number', () => {
  const games = useGames({}, async () => {
    const { server } = games;
    // A title remains after the aggregator lists the game no more.
    await server.owner.query(
      `insert into game_titles (provider_code, game_code, title, banner, is_listed)
         values ('PRAGMATIC', 'g1', 'Canopy Idols', '', false)`,
    );
    for (const name of ['client', 'admin', 'superadmin', 'capo']) tokens[name] = await server.tokenOf(name);
  });
  const tokens: Record<string, string> = {};

  const numbersOf = (round: string): Promise<number[]> =>
    readColumn(
      games.server.owner,
      "select id::int from transfers where label like '%PRAGMATIC ' || $1 order by id",
      [round],
    );
  const read = async (number: number, name = 'client') => {
    const { status, body } = await games.server.call('GET', `/casino/round/${number}`, tokens[name]);
    return { status, body, round: body as unknown as Round };
  };
  const moves = ({ steps }: Round) =>
    steps.map(({ transactionId, kind, amount, number }) => [transactionId, kind, amount, number]);

  test('round: the number of each of its movements leads to all its steps in order', async () => {
    const opening = await games.balance();
    await games.send({ txn: 'a-1', round: 'a', bet: 10 });
    await games.send({ txn: 'a-2', round: 'a', bet: 4 });
    await games.send({ txn: 'a-3', round: 'a', bet: 0 });
    await games.send({ txn: 'a-4', round: 'a', ref: 'a-2' });
    await games.send({ txn: 'a-5', round: 'a', type: 'credit', win: 25.5 });
    const numbers = await numbersOf('a');
    assert.equal(numbers.length, 4);
    for (const number of numbers) {
      const { round } = await read(number);
      const { steps, ...facts } = round;
      assert.deepEqual(facts, {
        providerCode: 'PRAGMATIC',
        roundId: 'a',
        gameCode: 'g1',
        gameTitle: 'Canopy Idols',
        state: 'SETTLED',
        player: {
          id: games.player,
          username: 'client',
        },
        stake: 14,
        returned: 4,
        wins: 25.5,
        jackpotPrizes: 0,
        net: 15.5,
        jackpotContributions: facts.jackpotContributions,
        isComplete: true,
        balanceBefore: opening,
        balanceAfter: opening + 15.5,
      });
      assert.deepEqual(moves(round), [
        ['a-1', 'BET', -10, numbers[0]],
        ['a-2', 'BET', -4, numbers[1]],
        ['a-3', 'BET', 0, null],
        ['a-4', 'ROLLBACK', 4, numbers[2]],
        ['a-5 credit', 'WIN', 25.5, numbers[3]],
      ]);
      assert.deepEqual(
        steps.map(({ balanceAfter }) => balanceAfter),
        [opening - 10, opening - 14, null, opening - 10, opening + 15.5],
      );
    }
    const micros = await readValue<number>(
      games.server.owner,
      "select sum(contribution_micros)::float8 from provider_transactions where round_id = 'a'",
    );
    const { round } = await read(numbers[0]!);
    assert.ok(round.jackpotContributions > 0);
    assert.equal(round.jackpotContributions, micros / 1_000_000);
  });

  test('round: the jackpot that its stake wins is shown, and its number leads to the round', async () => {
    await games.server.owner.query(
      `update jackpot_secrets set ceiling_micros = (select balance + 1 from accounts
                                                     where code = 'jackpot:bronze') where tier = 'bronze'`,
    );
    await games.send({ txn: 'b-1', round: 'b', type: 'debit_credit', bet: 10, win: 3 });
    const numbers = await numbersOf('b');
    const { round } = await read(numbers[1]!);
    assert.deepEqual(
      round.steps.map(({ kind, tier }) => [kind, tier]),
      [
        ['BET', null],
        ['JACKPOT_WIN', 'bronze'],
        ['WIN', null],
      ],
    );
    assert.ok(round.jackpotPrizes > 20);
    assert.equal(round.balanceAfter, await games.balance());
    assert.equal(Math.round((round.balanceAfter - round.balanceBefore) * 1e6), Math.round(round.net * 1e6));
  });

  test('round: the newest 200 transactions are listed, and the answer says that there are more', async () => {
    for (let index = 1; index <= 201; index += 1)
      await games.send({ txn: `c-${index}`, round: 'c', bet: 0.01 });
    const { round } = await read((await numbersOf('c'))[0]!);
    assert.deepEqual([round.steps.length, round.isComplete], [200, false]);
    assert.deepEqual([round.steps[0]!.transactionId, round.steps.at(-1)!.transactionId], ['c-2', 'c-201']);
  });

  test('round: a stake before more than 200 free spins without a win is listed with them', async () => {
    await games.send({ txn: 'd-1', round: 'd', bet: 10 });
    // As the callbacks of free spins would write them, in a fraction of the time.
    await games.server.owner.query(
      `insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id,
                                          fingerprint, bet_micros, win_micros,
                                          answer, created_at, is_stake, previous_transaction_id)
         select provider_code, 'd-' || n, round_id, player_account_id, '', 0, 0, answer, now(), true,
                'd-' || n - 1
           from provider_transactions cross join generate_series(2, 250) n where transaction_id = 'd-1'`,
    );
    await games.server.owner.query(
      "update rounds set last_transaction_id = 'd-250', stake_count = 250 where round_id = 'd'",
    );
    const { status, round } = await read((await numbersOf('d'))[0]!);
    assert.equal(status, 200);
    assert.deepEqual([round.steps.length, round.stake, round.isComplete], [250, 10, true]);
  });

  test('round: every agent above reads the same as the player', async () => {
    const [number] = await numbersOf('a');
    const own = await read(number!);
    for (const name of ['admin', 'superadmin', 'capo']) assert.deepEqual(await read(number!, name), own);
  });

  test('history: each row of a game names the game, also in a selection, and other rows do not', async () => {
    for (const query of ['', '&kind=WIN', `&number=${(await numbersOf('a'))[0]}`]) {
      const { body } = await games.server.call(
        'GET',
        `/transactions/history/outgoing?size=100${query}`,
        tokens.client,
      );
      assert.ok(body.data.length > 0);
      for (const { game } of body.data) assert.equal(game, 'Canopy Idols');
    }
    const { body } = await games.server.call('GET', '/transactions/history/incoming', tokens.client);
    assert.deepEqual([...new Set(body.data.map(({ game }) => game))], [undefined]);
  });

  test('round: the number of a deposit, a contribution or no movement leads to no round', async () => {
    const ids = await readColumn<number>(
      games.server.owner,
      `select min(id)::int from transfers
        where kind in ('DEPOSIT', 'JACKPOT_CONTRIBUTION', 'ISSUE', 'USER_CREATION') group by kind`,
    );
    for (const id of [...ids, 900_000_000]) {
      const { status, body } = await read(id, 'capo');
      assert.deepEqual([status, body.errors], [404, ['Partie introuvable.']]);
    }
  });
});
