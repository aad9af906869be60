import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RoundList } from '@palier/shared/contracts/rounds';
import type { GameTitle, Sitting } from '@palier/shared/contracts/lobby';
import { catalogueOf, useGames } from './games-provider';

describe('own rounds', () => {
  const games = useGames({}, async () => {
    token = await games.server.tokenOf('client');
    await games.server.owner.query(
      `insert into game_titles (provider_code, game_code, title, banner, is_listed)
         values ('PRAGMATIC', 'g1', 'Canopy Idols', '', false)`,
    );
  });
  let token: string;
  const read = async (query = ''): Promise<RoundList> => {
    const { status, body } = await games.server.call('GET', `/casino/rounds${query}`, token);
    assert.equal(status, 200);
    return body as unknown as RoundList;
  };
  const resultsOf = ({ rounds }: RoundList) =>
    rounds.map(({ roundId, state, stake, result }) => [roundId, state, stake, result]);

  test('own rounds: each round is listed once, at its newest movement, with its result', async () => {
    await games.send({ txn: 'a-1', round: 'a', bet: 10 });
    await games.send({ txn: 'b-1', round: 'b', bet: 4 });
    await games.send({ txn: 'c-1', round: 'c', bet: 3 });
    await games.send({ txn: 'c-2', round: 'c', ref: 'c-1' });
    await games.send({ txn: 'a-2', round: 'a', type: 'credit', win: 25.5 });
    await games.send({ txn: 'b-2', round: 'b', bet: 1, game: 'g2' });
    await games.send({ txn: 'b-3', round: 'b', bet: 0 });
    const list = await read();
    assert.deepEqual(resultsOf(list), [
      ['b', 'OPEN', 5, -5],
      ['a', 'SETTLED', 10, 15.5],
      ['c', 'ROLLED_BACK', 3, 0],
    ]);
    assert.equal(list.before, null);
    const [, won] = list.rounds;
    assert.deepEqual(
      { ...won, number: 0, date: '' },
      {
        number: 0,
        date: '',
        providerCode: 'PRAGMATIC',
        gameCode: 'g1',
        gameTitle: 'Canopy Idols',
        roundId: 'a',
        state: 'SETTLED',
        stake: 10,
        result: 15.5,
        jackpotPrizes: 0,
        isComplete: true,
      },
    );
    const { body } = await games.server.call('GET', `/casino/round/${won?.number}`, token);
    assert.equal((body as unknown as { roundId: string }).roundId, 'a');
  });

  test('own rounds: pages of 25 have every round once', async () => {
    for (let count = 0; count < 27; count += 1)
      await games.send({ txn: `p${count}`, round: `p${count}`, bet: 0.1 });
    const first = await read();
    assert.equal(first.rounds.length, 25);
    assert.notEqual(first.before, null);
    const rest = await read(`?before=${first.before}`);
    assert.equal(rest.before, null);
    const ids = [...first.rounds, ...rest.rounds].map(({ roundId }) => roundId);
    assert.equal(ids.length, 30);
    assert.equal(new Set(ids).size, 30);
  });

  test('own rounds: a round of many stakes fills no page of its own', async () => {
    for (let count = 0; count < 130; count += 1)
      await games.send({ txn: `m${count}`, round: 'many', bet: 0.1 });
    const first = await read();
    assert.deepEqual(resultsOf(first)[0], ['many', 'OPEN', 13, -13]);
    const found: string[] = [];
    let page = first;
    for (;;) {
      found.push(...page.rounds.map(({ roundId }) => roundId));
      if (page.before === null) break;
      page = await read(`?before=${page.before}`);
    }
    assert.equal(found.length, 31);
    assert.equal(new Set(found).size, 31);
  });

  test('own rounds: a place that is no number is refused with a sentence', async () => {
    const { status, body } = await games.server.call('GET', '/casino/rounds?before=x', token);
    assert.equal(status, 400);
    assert.deepEqual(body.errors, ['Le numéro est invalide.']);
  });
});

describe('sitting', () => {
  const games = useGames({}, async () => {
    token = await games.server.tokenOf('client');
    games.answerOperator = catalogueOf('g1');
  });
  let token: string;
  const launch = () => games.server.call('POST', '/casino/launch?gameCode=g1&providerCode=PRAGMATIC', token);
  const read = async (): Promise<Sitting | null> => {
    const { body } = await games.server.call('GET', '/casino/sitting', token);
    return (body as unknown as { sitting: Sitting | null }).sitting;
  };
  /** Moves the sitting into the past. */
  const age = (minutes: number) =>
    games.server.owner.query(
      `update sittings set began_at = began_at - make_interval(mins => $1),
                           launched_at = launched_at - make_interval(mins => $1)`,
      [minutes],
    );

  test('sitting: there is none before the first launch', async () => {
    assert.equal(await read(), null);
  });

  test('sitting: its result is the net play since the first launch, without agent transfers', async () => {
    await launch();
    assert.equal((await read())?.result, 0);
    await games.send({ txn: 's1', round: 's1', bet: 10 });
    await games.send({ txn: 's2', round: 's1', type: 'credit', win: 4 });
    const admin = await games.server.tokenOf('admin');
    await games.server.call('POST', '/transactions', admin, {
      receiverUsername: 'client',
      amount: 50,
      type: 'DEPOSIT',
    });
    assert.equal((await read())?.result, -6);
  });

  test('sitting: a launch within 30 minutes of a launch or a movement continues it', async () => {
    await age(29);
    await launch();
    const continued = await read();
    assert.equal(continued?.result, -6);
    assert.ok(continued.elapsedMs >= 29 * 60_000);
    // The newest movement is younger than the launch.
    await age(31);
    await launch();
    assert.equal((await read())?.result, -6);
  });

  test('sitting: a launch after 30 minutes without play begins another one', async () => {
    await age(31);
    await games.server.owner.query(
      `alter table transfers disable trigger transfers_append_only;
       update transfers set created_at = created_at - interval '31 minutes';
       alter table transfers enable trigger transfers_append_only`,
    );
    await launch();
    const next = await read();
    assert.equal(next?.result, 0);
    assert.ok(next.elapsedMs < 60_000);
  });
});

describe('related games', () => {
  const games = useGames({}, async () => {
    token = await games.server.tokenOf('client');
    games.answerOperator = catalogueOf('g1');
    await games.server.owner.query(
      `insert into game_titles (provider_code, game_code, title, banner)
         select 'PRAGMATIC', 'g' || n, 'Game ' || n, '' from generate_series(1, 12) n`,
    );
  });
  let token: string;

  test('related games: eight other games are listed, and the game itself is not', async () => {
    const { status, body } = await games.server.call('GET', '/casino/related/PRAGMATIC/g1', token);
    assert.equal(status, 200);
    const { titles } = body as unknown as { titles: GameTitle[] };
    assert.equal(titles.length, 8);
    assert.ok(titles.every(({ gameCode }) => gameCode !== 'g1'));
  });
});
