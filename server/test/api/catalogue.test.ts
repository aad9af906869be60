import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type GameTitle, type Lobby } from '@palier/shared/contracts/lobby';
import { createGoldApiAggregator } from '../../src/games/gold-api/operator-client';
import { type Refusal } from '../../src/refusals/refusal';
import { catalogueOf, useGames } from './games-provider';

const UNKNOWN_PROVIDERS = 300;

describe('catalogue', () => {
  const games = useGames({}, async () => {
    const answer = catalogueOf('one');
    games.answerOperator = (body) => {
      requests.push([body.method, body.provider_code].filter(Boolean).join(' '));
      if (body.method !== 'provider_list') return answer(body);
      const provider = (code: string, status: number) => ({ code, name: code, type: 'slot', status });
      return { status: 1, providers: [provider('PRAGMATIC', 1), provider('HABANERO', 0)] };
    };
    token = await server.tokenOf('client');
  });
  const { server } = games;
  let token: string;
  let requests: string[] = [];
  beforeEach(() => (requests = []));
  const gamesOf = async (code: string): Promise<unknown> => {
    const { status, body } = await server.call('GET', `/casino/games?providerCode=${code}`, token);
    return [status, (body as unknown as { games: unknown[] }).games.length];
  };

  test('catalogue: concurrent reads of one list ask the aggregator once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => gamesOf('PRAGMATIC')));
    assert.deepEqual([...new Set(answers.map(String))], ['200,1']);
    assert.deepEqual(requests, ['provider_list', 'game_list PRAGMATIC']);
  });
  test('catalogue: unknown and closed providers have no games, the aggregator is not asked and nothing is evicted', async () => {
    for (let index = 0; index < UNKNOWN_PROVIDERS; index += 1)
      assert.deepEqual(await gamesOf(`INVENTED_${index}`), [200, 0]);
    for (const code of ['HABANERO', 'pragmatic', '%20PRAGMATIC'])
      assert.deepEqual(await gamesOf(code), [200, 0]);
    assert.deepEqual(await gamesOf('PRAGMATIC'), [200, 1]);
    assert.deepEqual(requests, []);
  });
  test('catalogue: a game of an unknown provider is not available, the aggregator is not asked', async () => {
    const launch = (code: string) =>
      server.call('POST', `/casino/launch?gameCode=one&providerCode=${code}`, token);
    assert.equal((await launch('INVENTED')).status, 404);
    assert.equal((await launch('HABANERO')).status, 404);
    assert.deepEqual(requests, []);
    assert.equal((await launch('PRAGMATIC')).status, 200);
    assert.deepEqual(requests, ['game_launch PRAGMATIC']);
  });
});

const GAMES = 130;

describe('lobby', () => {
  const games = useGames({}, async () => {
    const listed = Array.from({ length: GAMES }, (_, id) => ({
      ...{ id, game_code: code(id), game_name: `Game ${id}`, banner: '' },
      ...(id === 0 ? { kind: 'crash', rtp: 97.125, volatility: 'high' } : {}),
      ...(id === 1 ? { kind: 'roulette', rtp: 'much', volatility: 7 } : {}),
    }));
    games.answerOperator = catalogueOf(...listed);
    token = await server.tokenOf('client');
  });
  const { server } = games;
  let token: string;
  const code = (index: number): string => `g${String(index).padStart(3, '0')}`;
  const favourite = (method: 'PUT' | 'DELETE', game: string) =>
    server.call(method, `/casino/favourites/PRAGMATIC/${game}`, token);
  const lobby = async (): Promise<Record<keyof Lobby, string[]>> => {
    const { body } = await server.call('GET', '/casino/lobby', token);
    const codes = (list: readonly GameTitle[]) => list.map(({ gameCode }) => gameCode);
    const { recent, favourites } = body as unknown as Lobby;
    return { recent: codes(recent), favourites: codes(favourites) };
  };

  test('titles: no game is known, the aggregator is asked, what it tells is stored and a second read is a 304', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const first = await server.app.inject({ url: '/api/v1/casino/titles', headers });
    const { titles } = first.json<{ titles: GameTitle[] }>();
    assert.equal(titles.length, GAMES);
    assert.deepEqual(titles[0], {
      ...{ providerCode: 'PRAGMATIC', gameCode: code(0), title: 'Game 0', banner: '' },
      ...{ kind: 'crash', returnPercent: 97.13, volatility: 'high' },
    });
    assert.deepEqual(Object.keys(titles[1]!), ['providerCode', 'gameCode', 'title', 'banner']);
    const etag = String(first.headers.etag);
    const again = await server.app.inject({
      url: '/api/v1/casino/titles',
      headers: { ...headers, 'if-none-match': etag },
    });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    // A browser updates the headers of its stored answer by those of a 304.
    assert.match(String(again.headers['x-platform-day']), /^\d{4}-\d\d-\d\d;ends-in=\d+$/);
  });
  test('lobby: games are launched, the newest twelve are listed, the last one first', async () => {
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2])
      assert.equal(
        (await server.call('POST', `/casino/launch?gameCode=${code(index)}&providerCode=PRAGMATIC`, token))
          .status,
        200,
      );
    assert.deepEqual((await lobby()).recent, [2, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(code));
  });
  test('favourites: added and removed twice, each has one effect; an unknown game is refused', async () => {
    for (const method of ['PUT', 'PUT'] as const)
      assert.equal((await favourite(method, code(5))).status, 200);
    assert.deepEqual((await lobby()).favourites, [code(5)]);
    for (const method of ['DELETE', 'DELETE'] as const)
      assert.equal((await favourite(method, code(5))).status, 200);
    assert.equal((await favourite('PUT', 'nothing')).status, 404);
    assert.deepEqual((await lobby()).favourites, []);
  });
  test('favourites: 130 are added, 13 at once, one hundred are kept, further ones are refused with a sentence', async () => {
    // In rounds, because all calls wait for one row, and a slow machine answers 503 to those that wait too long.
    const answers: Awaited<ReturnType<typeof favourite>>[] = [];
    for (let next = 0; next < GAMES; next += 13)
      answers.push(
        ...(await Promise.all(Array.from({ length: 13 }, (_, id) => favourite('PUT', code(next + id))))),
      );
    assert.equal(answers.filter(({ status }) => status === 200).length, 100);
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual(
      [refused?.status, refused?.body.errors],
      [409, ['Vous avez déjà 100 favoris. Retirez-en un pour en ajouter un autre.']],
    );
    const [first] = (await lobby()).favourites;
    assert.equal((await favourite('PUT', first!)).status, 200);
  });
  test('titles: the aggregator lists a game no more, it leaves the lobby', async () => {
    await server.owner.query('update game_titles set is_listed = false where game_code = $1', [code(2)]);
    assert.ok(!(await lobby()).recent.includes(code(2)));
    assert.equal((await favourite('PUT', code(2))).status, 404);
  });
});

describe('aggregator client', () => {
  const games = useGames();
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
  test('aggregator client: duplicate codes, overlong names, invalid codes and closed games are dropped', async () => {
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
          game('six', { status: 0 }),
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
  test('aggregator client: a launch address of another origin or with credentials is refused, and the log has the origin without the session', async () => {
    for (const [address, origin] of [
      ['https://games.example/play/secret', 'https://games.example'],
      ['http://secret@localhost:3001/play', 'http://localhost:3001'],
      ['http://:secret@localhost:3001/play', 'http://localhost:3001'],
    ] as const)
      await assert.rejects(
        launch({ status: 1, launch_url: address }),
        ({ code, sentence, cause }: Refusal) =>
          code === 'unavailable' &&
          sentence.startsWith("L'adresse de ce jeu a été refusée") &&
          (cause as Error).message.endsWith(`ALLOWED_FRAME_ORIGINS: ${origin}`),
        address,
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
