import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createCatalogueCache } from '../../src/games/catalogue-cache';
import { startPalier, type Palier } from './start-test-server';

const MORE_THAN_ARE_REMEMBERED = 300;

describe('the catalogue of an aggregator with two open providers and a closed one', () => {
  let palier: Palier;
  let aggregator: Server;
  let token: string;
  let asked: string[] = [];
  before(async () => {
    aggregator = createServer((request, reply) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { method, provider_code: code } = JSON.parse(text) as {
          method: string;
          provider_code?: string;
        };
        asked.push([method, code].filter(Boolean).join(' '));
        const provider = (name: string, status: number) => ({ code: name, name, type: 'slot', status });
        const answers: Record<string, object> = {
          provider_list: {
            providers: [provider('PRAGMATIC', 1), provider('PGSOFT', 1), provider('HABANERO', 0)],
          },
          game_list: { games: [{ id: 1, game_code: 'one', game_name: 'One', banner: '', status: 1 }] },
          game_launch: { launch_url: 'http://localhost:3001/play' },
        };
        reply.end(JSON.stringify({ status: 1, msg: 'SUCCESS', ...answers[method] }));
      });
    });
    await new Promise<void>((resolve) => aggregator.listen(0, '127.0.0.1', resolve));
    palier = await startPalier({
      PROVIDER_URL: `http://127.0.0.1:${(aggregator.address() as AddressInfo).port}/gold_api`,
    });
    token = (await palier.login('client')).accessToken;
  });
  beforeEach(() => (asked = []));
  after(async () => {
    await palier.stop();
    aggregator.closeAllConnections();
    aggregator.close();
  });
  const gamesOf = async (code: string): Promise<unknown> => {
    const { status, body } = await palier.call('GET', `/casino/games?providerCode=${code}`, token);
    return [status, (body as unknown as { games: unknown[] }).games.length];
  };

  test('When many ask for the same games at once, then the aggregator is asked once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => gamesOf('PRAGMATIC')));
    assert.deepEqual([...new Set(answers.map(String))], ['200,1']);
    assert.deepEqual(asked, ['provider_list', 'game_list PRAGMATIC']);
  });
  test('When somebody invents providers, then each has no games, nobody is asked and nothing is forgotten', async () => {
    for (let index = 0; index < MORE_THAN_ARE_REMEMBERED; index += 1)
      assert.deepEqual(await gamesOf(`INVENTED_${index}`), [200, 0]);
    for (const code of ['HABANERO', 'pragmatic', '%20PRAGMATIC'])
      assert.deepEqual(await gamesOf(code), [200, 0]);
    assert.deepEqual(await gamesOf('PRAGMATIC'), [200, 1]);
    assert.deepEqual(asked, []);
  });
  test('When a game of an invented provider is launched, then it is not available and nobody is asked', async () => {
    const launch = (code: string) =>
      palier.call('POST', `/casino/launch?gameCode=one&providerCode=${code}`, token);
    assert.equal((await launch('INVENTED')).status, 404);
    assert.equal((await launch('HABANERO')).status, 404);
    assert.deepEqual(asked, []);
    assert.equal((await launch('PRAGMATIC')).status, 200);
    assert.deepEqual(asked, ['game_launch PRAGMATIC']);
  });
});

test('When the clock of the process is set back, then an answer is asked for anew after its minute all the same', async (t) => {
  const answer = createCatalogueCache<number>();
  let asked = 0;
  const ask = (): Promise<number> => Promise.resolve((asked += 1));
  await answer('games', ask);
  const wallClock = Date.now;
  const running = performance.now.bind(performance);
  t.mock.method(Date, 'now', () => wallClock() - 3_600_000);
  t.mock.method(performance, 'now', () => running() + 61_000);
  await answer('games', ask);
  assert.equal(asked, 2);
});
