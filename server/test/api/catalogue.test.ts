import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type GameTitle, type Lobby } from '@palier/shared/contracts/lobby';
import { createApp } from '../../src/app';
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
  const requests: string[] = [];
  const asked = (): string[] => requests.splice(0);
  const gamesOf = async (code: string): Promise<unknown> => {
    const { status, body } = await server.call('GET', `/casino/games?providerCode=${code}`, token);
    return [status, (body as unknown as { games: unknown[] }).games.length];
  };

  test('catalogue: concurrent reads of one list ask the aggregator once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => gamesOf('PRAGMATIC')));
    assert.deepEqual([...new Set(answers.map(String))], ['200,1']);
    assert.deepEqual(asked(), ['provider_list', 'game_list PRAGMATIC']);
    // Another process finds the stored lists.
    const other = await createApp(server.config, server.pool);
    const { body } = await other.inject({
      url: '/api/v1/casino/games?providerCode=PRAGMATIC',
      headers: { authorization: `Bearer ${token}` },
    });
    await other.close();
    assert.match(body, /"game_code":"one"/);
    assert.deepEqual(asked(), []);
  });
  test('catalogue: the aggregator is not asked for games of unknown and closed providers', async () => {
    for (let index = 0; index < UNKNOWN_PROVIDERS; index += 1)
      assert.deepEqual(await gamesOf(`INVENTED_${index}`), [200, 0]);
    for (const code of ['HABANERO', 'pragmatic', '%20PRAGMATIC'])
      assert.deepEqual(await gamesOf(code), [200, 0]);
    assert.deepEqual(await gamesOf('PRAGMATIC'), [200, 1]);
    assert.deepEqual(asked(), []);
  });
  test('catalogue: a launch at an unknown provider does not ask the aggregator', async () => {
    const launch = (code: string) =>
      server.call('POST', `/casino/launch?gameCode=one&providerCode=${code}`, token);
    assert.equal((await launch('INVENTED')).status, 404);
    assert.equal((await launch('HABANERO')).status, 404);
    assert.deepEqual(asked(), []);
    const { status, body } = await launch('PRAGMATIC');
    assert.deepEqual([status, body], [200, { launch_url: 'http://localhost:3001/play' }]);
    assert.deepEqual(asked(), ['game_launch PRAGMATIC']);
  });
});

describe('windows of games', () => {
  const games = useGames({ PROVIDER_GAME_WINDOWS: 'true' });

  test('launch: the answer allows the game to open windows if PROVIDER_GAME_WINDOWS is true', async () => {
    games.answerOperator = catalogueOf('one');
    const token = await games.server.tokenOf('client');
    const launch = '/casino/launch?gameCode=one&providerCode=PRAGMATIC';
    const { body } = await games.server.call('POST', launch, token);
    assert.deepEqual(body, { launch_url: 'http://localhost:3001/play', allows_windows: true });
  });
});

const GAMES = 130;

describe('lobby', () => {
  const games = useGames({}, async () => {
    const listed = Array.from({ length: GAMES }, (_, id) => ({
      id,
      game_code: code(id),
      game_name: `Game ${id}`,
      banner: '',
      ...(id === 0
        ? {
            kind: 'crash',
            rtp: 97.125,
            volatility: 'high',
          }
        : {}),
      ...(id === 1
        ? {
            kind: 'roulette',
            rtp: 'much',
            volatility: 7,
          }
        : {}),
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

  test('titles: they come from the aggregator once, are stored, and a second read is a 304', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const read = async () => {
      const answer = await server.app.inject({ url: '/api/v1/casino/titles', headers });
      return { answer, titles: answer.json<{ titles: GameTitle[] }>().titles };
    };
    let { answer: first, titles } = await read();
    // The first caller waits five seconds at most, in which a busy machine may not have read the list.
    for (let waited = 0; waited < 60_000 && titles.length === 0; waited += 200) {
      await wait(200);
      ({ answer: first, titles } = await read());
    }
    assert.equal(titles.length, GAMES);
    assert.deepEqual(titles[0], {
      providerCode: 'PRAGMATIC',
      gameCode: code(0),
      title: 'Game 0',
      banner: '',
      kind: 'crash',
      returnPercent: 97.13,
      volatility: 'high',
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
  test('lobby: the twelve games that were launched last are listed, the newest first', async () => {
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2])
      assert.equal(
        (await server.call('POST', `/casino/launch?gameCode=${code(index)}&providerCode=PRAGMATIC`, token))
          .status,
        200,
      );
    assert.deepEqual((await lobby()).recent, [2, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(code));
  });
  test('favourites: a repeated change has no effect, and an unknown game is refused', async () => {
    for (const method of ['PUT', 'PUT'] as const)
      assert.equal((await favourite(method, code(5))).status, 200);
    assert.deepEqual((await lobby()).favourites, [code(5)]);
    for (const method of ['DELETE', 'DELETE'] as const)
      assert.equal((await favourite(method, code(5))).status, 200);
    assert.equal((await favourite('PUT', 'nothing')).status, 404);
    assert.deepEqual((await lobby()).favourites, []);
  });
  test('favourites: a hundred are kept, and further ones are refused with a sentence', async () => {
    // In rounds, because all calls wait for one row, and a slow machine answers 503 to those that wait too
    // long.
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
  test('titles: a game that the aggregator lists no more leaves the lobby', async () => {
    await server.owner.query('update game_titles set is_listed = false where game_code = $1', [code(2)]);
    assert.ok(!(await lobby()).recent.includes(code(2)));
    assert.equal((await favourite('PUT', code(2))).status, 404);
  });
});
