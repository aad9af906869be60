import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Cluster, type Session, startCluster } from '@palier/test-support/actors/cluster';
import type { ServerProcess } from '@palier/test-support/actors/server-process';
import { untilTrue } from '@palier/test-support/wait-until';

const PROVIDERS = ['PRAGMATIC', 'HABANERO', 'BOOONGO', 'PLAYSON', 'CQ9', 'EVOPLAY', 'DREAMTECH', 'PGSOFT'];
const GAMES_OF_EACH = 3;
/** The limit of the vendors' documents. */
const LIST_PAUSE_MS = 1_000;
/** How long a cold start may take until all titles are known. */
const FILLED_WITHIN_MS = 30_000;

type Behaviour = 'paced' | 'refuses all';

interface Vendor {
  readonly server: Server;
  readonly url: string;
  behaviour: Behaviour;
  /** Lists that were answered, in order. */
  readonly answered: string[];
  /** Lists that were refused while the behaviour was `paced`. */
  refused: number;
  launches: number;
}

/** A vendor that answers one list a second, and refuses those that come sooner. */
async function startVendor(): Promise<Vendor> {
  let nextListAt = 0;
  const answerTo = (method: string, provider: string): object => {
    if (method === 'game_launch') {
      vendor.launches += 1;
      return { status: 1, launch_url: 'http://localhost:3001/play' };
    }
    const now = performance.now();
    if (vendor.behaviour === 'refuses all') return { status: 0, msg: 'Rate Limit Error' };
    if (now < nextListAt) {
      vendor.refused += 1;
      return { status: 0, msg: 'Rate Limit Error' };
    }
    nextListAt = now + LIST_PAUSE_MS;
    vendor.answered.push(`${method} ${provider}`.trim());
    if (method === 'provider_list')
      return { status: 1, providers: PROVIDERS.map((code) => ({ code, name: code, status: 1 })) };
    const codes = Array.from({ length: GAMES_OF_EACH }, (_, index) => `${provider.toLowerCase()}-${index}`);
    return { status: 1, games: codes.map((code) => ({ game_code: code, game_name: code, status: 1 })) };
  };
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method, provider_code: provider = '' } = JSON.parse(text) as {
        method: string;
        provider_code?: string;
      };
      reply.end(JSON.stringify(answerTo(method, provider)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gold_api`;
  const vendor: Vendor = { server, url, behaviour: 'refuses all', answered: [], refused: 0, launches: 0 };
  return vendor;
}

describe('lists of an aggregator that answers one a second', () => {
  let vendor: Vendor;
  let cluster: Cluster;
  let player: Session;
  before(async () => {
    vendor = await startVendor();
    cluster = await startCluster({ environment: { PROVIDER_URL: vendor.url } });
    player = await cluster.login('client', 'Client1234');
  });
  after(async () => {
    await cluster.stop();
    vendor.server.closeAllConnections();
    vendor.server.close();
  });

  const get = async <Body>(server: ServerProcess, path: string): Promise<Body> => {
    const { status, body } = await server.call('GET', path, { token: player.accessToken, timeoutMs: 60_000 });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body as Body;
  };
  const countTitles = async (server: ServerProcess): Promise<number> =>
    (await get<{ titles: unknown[] }>(server, '/casino/titles')).titles.length;
  const countGames = async (server: ServerProcess, provider: string): Promise<number> =>
    (await get<{ games: unknown[] }>(server, `/casino/games?providerCode=${provider}`)).games.length;

  test('lists: two cold processes read all titles in 30 s, and no player sees an error', async (t) => {
    const { processes } = cluster;
    vendor.behaviour = 'paced';
    const startedAt = performance.now();
    const opened = PROVIDERS.map((provider, index) => countGames(processes[index % 2]!, provider));
    const isFilled = async (): Promise<boolean> => {
      const counts = await Promise.all(processes.map(countTitles));
      return counts.every((count) => count === PROVIDERS.length * GAMES_OF_EACH);
    };
    assert.ok(await untilTrue(isFilled, FILLED_WITHIN_MS), 'all titles in both processes');
    const tookMs = Math.round(performance.now() - startedAt);
    t.diagnostic(`all titles after ${tookMs} ms, ${vendor.refused} of the calls refused`);
    // A slow machine may send two calls closer together than their turns are; without turns most calls are
    // refused.
    assert.ok(vendor.refused <= PROVIDERS.length / 2, `${vendor.refused} calls refused`);
    assert.deepEqual(
      await Promise.all(opened),
      PROVIDERS.map(() => GAMES_OF_EACH),
    );
    // The processes share the lists: none was read twice.
    assert.deepEqual([...vendor.answered].sort(), [
      ...PROVIDERS.map((provider) => `game_list ${provider}`).sort(),
      'provider_list',
    ]);
  });

  test('lists: all are there at once after a restart, even if the aggregator refuses its lists', async () => {
    vendor.behaviour = 'refuses all';
    await Promise.all(cluster.processes.map((server) => server.kill('SIGKILL')));
    const server = await cluster.start({ joins: false });
    await server.ready();
    const { providers } = await get<{ providers: { code: string }[] }>(server, '/casino/providers');
    assert.deepEqual(
      providers.map(({ code }) => code),
      PROVIDERS,
    );
    for (const provider of PROVIDERS) assert.equal(await countGames(server, provider), GAMES_OF_EACH);
    assert.equal(await countTitles(server), PROVIDERS.length * GAMES_OF_EACH);
    const { status } = await server.call('POST', '/casino/launch?providerCode=CQ9&gameCode=cq9-1', {
      token: player.accessToken,
    });
    assert.deepEqual([status, vendor.launches], [200, 1]);
  });
});
