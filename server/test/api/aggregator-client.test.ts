import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createGoldApiAggregator } from '../../src/games/gold-api/operator-client';
import type { Refusal } from '../../src/refusals/refusal';
import { startGames, type Games } from './games-provider';

let games: Games;
before(async () => {
  games = await startGames();
});
after(() => games.stop());

describe('the operator calls', () => {
  const providersOf = (token: string) => games.palier.call('GET', '/casino/providers', token);
  test('When the provider talks rubbish or nothing, then a French 503; once it has answered, its list is kept', async () => {
    const { accessToken } = await games.palier.login('client');
    for (const rubbish of [
      '',
      '<html>',
      '[]',
      '{"status":1}',
      '{"status":1,"providers":"x"}',
      '{"status":1,"providers":[{"id":1},{"id":2}]}',
    ]) {
      games.answerOperator = () => rubbish;
      // A new one each time: after a failure the same one does not ask again for a while.
      await assert.rejects(
        createGoldApiAggregator(games.config()).listProviders(),
        { code: 'unavailable' },
        rubbish,
      );
    }
    const { status, body } = await providersOf(accessToken);
    assert.equal(status, 503);
    assert.match(String(body.errors[0]), /momentanément indisponibles/);
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    games.answerOperator = () => ({
      status: 1,
      providers: [{ code: 'PRAGMATIC', name: 'Pragmatic' }, { code: 7 }, null],
    });
    const listed = await providersOf(accessToken);
    assert.deepEqual(listed.body.providers, [{ code: 'PRAGMATIC', name: 'Pragmatic' }]);
    games.answerOperator = () => '<html>';
    assert.equal((await providersOf(accessToken)).status, 200);
  });
  test('When a list says a code twice, a name as long as a book, or a code that no callback can name, then each code is there once, and no such game', async () => {
    const game = (game_code: string, more: object = {}) => ({ id: 1, game_code, game_name: 'One', ...more });
    const long = 'x'.repeat(5_000);
    const answers = {
      provider_list: {
        providers: [
          { code: 'PRAGMATIC', name: 'Once' },
          { code: 'CQ9', name: long },
          { code: 'PRAGMATIC', name: 'Twice' },
        ],
      },
      game_list: {
        games: [
          game('one'),
          game('two', { game_name: long }),
          game('three', { id: long }),
          game('four four'),
          game('cinq-é'),
          game('one', { id: 2, banner: `https://games.example/${long}` }),
        ],
      },
    };
    games.answerOperator = ({ method }) => ({ status: 1, ...answers[method as keyof typeof answers] });
    const aggregator = createGoldApiAggregator(games.config());
    assert.deepEqual(await aggregator.listProviders(), [{ code: 'PRAGMATIC', name: 'Twice' }]);
    assert.deepEqual(await aggregator.listGames('PRAGMATIC'), [
      { id: 2, game_code: 'one', game_name: 'One', banner: '' },
    ]);
  });
  const open = () =>
    createGoldApiAggregator(games.config()).launch({ userCode: 'u1', providerCode: 'CQ9', gameCode: 'g1' });
  const launch = (answer: object) => {
    games.answerOperator = () => answer;
    return open();
  };
  test('When a launch address is on no allowed origin, then the player is told so and the log which, without the session', async () => {
    await assert.rejects(
      launch({ status: 1, launch_url: 'https://games.example/play/secret' }),
      ({ code, sentence, cause }: Refusal) =>
        code === 'unavailable' &&
        sentence.startsWith("L'adresse de ce jeu a été refusée") &&
        /ALLOWED_FRAME_ORIGINS: https:\/\/games\.example$/.test((cause as Error).message),
    );
  });
  for (const [who, answered] of [
    ['no call has made it yet', { status: 1, msg: 'SUCCESS' }],
    ['its other game made it meanwhile', { status: 0, msg: 'DUPLICATED_USER' }],
  ] as const)
    test(`When the aggregator does not know the player, and ${who}, then the player is made and the game opens`, async () => {
      const asked: string[] = [];
      games.answerOperator = ({ method }) => {
        asked.push(method);
        if (method === 'user_create') return answered;
        if (asked.length === 1) return { status: 0, msg: 'INVALID_USER' };
        return { status: 1, launch_url: 'http://localhost:3001/play' };
      };
      assert.equal(await open(), 'http://localhost:3001/play');
      assert.deepEqual(asked, ['game_launch', 'user_create', 'game_launch']);
    });
  test('When the aggregator refuses a launch, then only a game it does not have is said not to be there; its word is for the log', async () => {
    await assert.rejects(launch({ status: 0, msg: 'NOT_FOUND' }), { code: 'not-found' });
    for (const msg of ['UNAUTHORIZED', 'INSUFFICIENT_AGENT_FUNDS', 'INTERNAL_ERROR'])
      await assert.rejects(launch({ status: 0, msg }), { code: 'unavailable', msg });
    await assert.rejects(launch({ status: 0, msg: 'x'.repeat(1_000_000) }), { msg: 'x'.repeat(100) });
    await assert.rejects(
      launch({ status: 1 }),
      ({ code, cause }: Refusal) => code === 'unavailable' && cause instanceof Error,
    );
  });
});
