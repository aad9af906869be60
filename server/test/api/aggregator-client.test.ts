import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGoldApiAggregator } from '../../src/games/gold-api/operator-client';
import type { Refusal } from '../../src/refusals/refusal';
import { useGames } from './games-provider';

const games = useGames();

describe('aggregator client', () => {
  const providersOf = (token: string) => games.server.call('GET', '/casino/providers', token);
  test('aggregator client: invalid answers are a French 503, and a valid list is kept', async () => {
    const { accessToken } = await games.server.login('client');
    for (const invalid of [
      '',
      '<html>',
      '[]',
      '{"status":1}',
      '{"status":1,"providers":"x"}',
      '{"status":1,"providers":[{"id":1},{"id":2}]}',
    ]) {
      games.answerOperator = () => invalid;
      // A new client each time, because a client does not ask again soon after a failure.
      await assert.rejects(
        createGoldApiAggregator(games.config()).listProviders(),
        { code: 'unavailable' },
        invalid,
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
  test('aggregator client: duplicate codes, overlong names and invalid codes are dropped', async () => {
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
  test('aggregator client: a launch address of another origin is refused, and the log has the origin without the session', async () => {
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
    test(`aggregator client: the player is unknown and ${who}, it is created and the game opens`, async () => {
      const methods: string[] = [];
      games.answerOperator = ({ method }) => {
        methods.push(method);
        if (method === 'user_create') return answered;
        if (methods.length === 1) return { status: 0, msg: 'INVALID_USER' };
        return { status: 1, launch_url: 'http://localhost:3001/play' };
      };
      assert.equal(await open(), 'http://localhost:3001/play');
      assert.deepEqual(methods, ['game_launch', 'user_create', 'game_launch']);
    });
  test('aggregator client: only NOT_FOUND is a 404, other refusals are 503 and their code is logged', async () => {
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
