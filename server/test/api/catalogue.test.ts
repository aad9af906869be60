import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { catalogueOf, useGames } from './games-provider';

const UNKNOWN_PROVIDERS = 300;

describe('catalogue', () => {
  const games = useGames({}, async () => {
    const provider = (name: string, status: number) => ({ code: name, name, type: 'slot', status });
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
