import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createProviderApp, type Timing } from '../app.js';
import { readSettings } from '../settings.js';
import { createTestDatabase, releaseTestDatabase } from './test-database.js';
import { startTestWallet } from './test-wallet.js';

const secret = 'a-test-secret';
const agentToken = 'a-test-token';
/** The stops of a spin that pays several stakes. */
export const winning = [[2, 6, 20, 23, 15]];
const losing = [[31, 36, 28, 7, 32]];

type Fields = Record<string, unknown>;

/** The calls of an operator and of a player to the provider of the moment. */
function createCalls(currentApp: () => FastifyInstance) {
  const post = (url: string, payload: Fields) => currentApp().inject({ method: 'POST', url, payload });
  const gold = async (method: string, fields: Fields = {}) => {
    const response = await post('/gold_api', {
      method,
      agent_code: 'palier',
      agent_token: agentToken,
      ...fields,
    });
    assert.equal(response.statusCode, 200);
    return response.json();
  };
  return {
    post,
    gold,
    inject: (url: string) => currentApp().inject({ url }),
    launch: async (providerCode = 'HABANERO', { userCode = 'ali', place = 0 } = {}) => {
      const games = (await gold('game_list', { provider_code: providerCode })).games;
      const { launch_url } = await gold('game_launch', {
        user_code: userCode,
        provider_code: providerCode,
        game_code: games[place].game_code,
        lang: 'fr',
      });
      return new URL(launch_url).pathname;
    },
    spin: (path: string, spinId: string, stake = 1) => post(`${path}/spin`, { spinId, stake }),
    state: async (path: string) => (await currentApp().inject({ url: `${path}/state` })).json(),
    log: (fields: Fields = {}) =>
      gold('get_game_log', {
        user_code: 'ali',
        game_type: 'slot',
        start: '2000-01-01 00:00:00',
        end: '2999-12-31 23:59:59',
        page: 0,
        perPage: 1000,
        ...fields,
      }),
  };
}

/**
 * A provider without a port, called by injection, with a wallet and a database. It stops when the test is
 * over.
 */
export async function startTestProvider(
  context: TestContext,
  {
    balance = 100,
    draw = losing,
    profile = 'demo',
    ...timing
  }: { balance?: number; draw?: number[][]; profile?: string } & Omit<Timing, 'draw'> = {},
) {
  const wallet = await startTestWallet(secret, balance);
  const databaseUrl = await createTestDatabase();
  const settings = readSettings({
    PROVIDER_AGENT_TOKEN: agentToken,
    PROVIDER_SECRET: secret,
    OPERATOR_CALLBACK_URL: wallet.url,
    DEMO_PROVIDER_PROFILE: profile,
    PROVIDER_DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
  });
  let stop = async (): Promise<void> => undefined;
  context.after(async () => {
    await stop();
    await wallet.close();
    releaseTestDatabase(databaseUrl);
  });
  const start = async () => {
    const started = await createProviderApp(settings, {
      firstRetryMs: 10,
      longestRetryMs: 40,
      ...timing,
      draw: () => draw,
    });
    stop = () => started.close();
    return started;
  };
  let app = await start();
  const restart = async (beforeStart?: () => Promise<void>) => {
    await stop();
    await beforeStart?.();
    app = await start();
    await app.ready();
  };
  return { wallet, databaseUrl, restart, ...createCalls(() => app) };
}
