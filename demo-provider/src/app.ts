import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { drawBanner } from './catalogue/banner.js';
import { createCatalogue } from './catalogue/catalogue.js';
import { registerGoldApi } from './gold-api/routes.js';
import { computeAssetsPrefix, publicFolder } from './files.js';
import { logOutput } from './log-output.js';
import { registerPlay } from './play/routes.js';
import { createSessions } from './play/sessions.js';
import { createRoundEngine, type RoundEngineOptions } from './rounds/round-engine.js';
import type { Settings } from './settings.js';
import { openStore } from './store/store.js';
import { createOperatorWallet } from './wallet/operator-wallet.js';

export type Timing = Pick<
  RoundEngineOptions,
  'answerWithinMs' | 'firstRetryMs' | 'longestRetryMs' | 'draw'
> & { walletTimeoutMs?: number; sessionLifeMs?: number; drawFairnessKey?: () => string };

/** Builds the provider. Rounds that an earlier process left open are resumed once the app is ready. */
export async function createProviderApp(settings: Settings, timing: Timing = {}): Promise<FastifyInstance> {
  const { walletTimeoutMs, sessionLifeMs, drawFairnessKey, ...engineTiming } = timing;
  const app = Fastify({
    bodyLimit: 16 * 1024,
    routerOptions: { maxParamLength: 120 },
    logger: {
      level: settings.logLevel,
      stream: logOutput,
      // The path of a game's page contains its token, which is a secret.
      serializers: {
        req: (request) => ({ method: request.method, url: request.url.replace(/^\/play\/[^/]+/, '/play/•') }),
      },
    },
  });
  const catalogue = createCatalogue();
  const store = await openStore(settings.databaseUrl);
  const wallet = createOperatorWallet({ ...settings, timeoutMs: walletTimeoutMs });
  const sessions = createSessions(store, { lifeMs: sessionLifeMs, drawFairnessKey });
  const engine = createRoundEngine({
    ...engineTiming,
    profile: settings.profile,
    store,
    wallet,
    onRetry: (round, step, reason) =>
      app.log.warn({ roundId: round.roundId, step, reason }, 'no final answer from the operator; retrying'),
    onStoreError: (roundId, error) => app.log.error({ roundId, error }, 'database error; retrying'),
  });

  await app.register(compress, { threshold: 1024, customTypes: /^(?:text\/|application\/json|image\/svg)/ });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  app.get('/health', async () => ({ status: 'ok' }));
  app.get<{ Params: { provider: string; file: string } }>(
    '/banners/:provider/:file',
    async (request, reply) => {
      const { provider, file } = request.params;
      const game = file.endsWith('.svg') ? catalogue.findGame(provider, file.slice(0, -4)) : undefined;
      if (!game) return reply.code(404).send({ error: 'NOT_FOUND' });
      return reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(drawBanner(game));
    },
  );
  registerGoldApi(app, { settings, catalogue, store, sessions, wallet });
  const assets = await computeAssetsPrefix();
  registerPlay(app, { settings, catalogue, store, sessions, engine, wallet, assets });
  await app.register(fastifyStatic, {
    root: publicFolder,
    prefix: assets,
    maxAge: '1y',
    immutable: true,
  });

  app.addHook('onReady', async () => engine.resumeOpenRounds());
  app.addHook('onClose', async () => {
    await engine.stop();
    await store.close();
  });
  return app;
}
