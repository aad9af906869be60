import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from './http/app-type';
import { registerGoldApiCallbacks } from './games/gold-api/callback.routes';
import { createGoldApiAggregator } from './games/gold-api/operator-client';
import { startReconciling } from './games/reconciliation/job';
import { registerBookRoutes } from './reports/routes';
import { trustedProxiesOf } from './config/caller-address';
import { registerCasinoRoutes } from './games/routes';
import type { Config } from './config/config';
import type { Pool } from './database/pool';
import { batchReads } from './concurrency/batch-reads';
import { answerClientError } from './http/raw-http-error';
import { answerError } from './http/error-handler';
import { answerBadAddress, refuseOddCalls } from './http/transport-errors';
import { speakFrench } from './refusals/validation-sentence';
import { registerJackpotRoutes } from './jackpot/routes';
import { registerJournalRoutes } from './accounts/journal.routes';
import { createLedgerWriter } from './ledger/writer';
import { startForgetting } from './maintenance/forget-expired';
import { addApiDocumentation } from './api-docs/api-documentation';
import { logCalls } from './observability/call-log';
import { allowOrigins } from './web/cross-origin';
import { refuseCallsWhileStopping } from './http/graceful-shutdown';
import { addHealthChecks } from './observability/health';
import { acceptStrictJson } from './http/json-body';
import { addGauge, addMetrics } from './observability/metrics';
import { limitCalls } from './auth/rate-limit';
import { loggedAddress } from './observability/logged-address';
import { logOutput } from './observability/log-output';
import { refuseUnknownInput } from './http/unknown-input';
import { addSecurityHeaders } from './web/security-headers';
import { cutStalledReaders, READER_PATIENCE_MS } from './http/slow-reader-timeout';
import { serveStaticFiles } from './web/static-files';
import { registerRemoteRoutes } from './remotes/routes';
import type { Services } from './services';
import { createAccessTokens } from './sessions/access-token';
import { recheckLateCallers } from './sessions/authenticate';
import { registerOwnSessionRoutes } from './auth/own-session.routes';
import { registerAuthRoutes } from './auth/routes';
import { createAnnouncer } from './realtime/announcer';
import { createSocketHub } from './realtime/hub';
import { serveSockets } from './realtime/serve-sockets';
import { registerTransactionRoutes } from './transactions/routes';
import { createFairLimiter } from './concurrency/fair-limiter';
import { registerUserRoutes } from './accounts/routes';
import { findUsersOfSessions } from './users/user.repository';

const BODY_LIMIT_BYTES = 64 * 1024;
/** How many of the pool's connections slow reads may take: the others are left to quick reads and to money. */
const SLOW_READS_AT_ONCE = 4;
const SLOW_READS_WAITING = 200;

/** The whole server, as a list. Does not listen, and does not own the pool. */
export async function createApp(config: Config, pool: Pool): Promise<App> {
  const app: App = fastify({
    logger: {
      level: config.LOG_LEVEL,
      stream: logOutput(),
      serializers: {
        // Without its headers and its query, which hold tokens.
        req: (request) => ({
          method: request.method,
          url: loggedAddress(request.url ?? ''),
          remoteAddress: request.ip,
        }),
      },
    },
    genReqId: () => randomUUID(),
    // One line a call, when it has been answered: plugins/call-log.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Slow clients are cut off: those that send head or body slowly here, those that do not read by `cutStalledReaders`.
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      // `refuseOddCalls` checks it and answers with a sentence.
      requireHostHeader: false,
    },
    trustProxy: trustedProxiesOf(config) ?? false,
    // A call that comes while we stop is refused by `drain`, in the API's own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  speakFrench();
  acceptStrictJson(app);
  const tokens = createAccessTokens(config.JWT_SECRET, config.ACCESS_TOKEN_TTL_S);
  // First, so that calls refused by what follows are logged and counted too, and have every header.
  logCalls(app, tokens);
  await addSecurityHeaders(app, config);
  allowOrigins(app, config);
  refuseOddCalls(app);
  const metrics = addMetrics(app, config, pool);
  const leaving = refuseCallsWhileStopping(app, config.STOP_DELAY_S * 1_000);
  await limitCalls(app, config, tokens);
  cutStalledReaders(app.server, READER_PATIENCE_MS);

  const hub = createSocketHub();
  const announcer = createAnnouncer(pool, hub, app.log, config.NATS_URL);
  const services: Services = {
    config,
    pool,
    log: app.log,
    hub,
    announcer,
    ledger: createLedgerWriter(pool, metrics.observeBatch),
    tokens,
    findUserOfSession: batchReads((sessions) => findUsersOfSessions(pool, sessions)),
    slowReads: createFairLimiter(SLOW_READS_AT_ONCE, SLOW_READS_WAITING),
    aggregator: createGoldApiAggregator(config),
  };

  addGauge(metrics.registry, 'palier_sockets', 'Open, authenticated sockets.', () => hub.count().sockets);
  addGauge(metrics.registry, 'palier_socket_topics', 'Topics somebody listens to.', () => hub.count().topics);

  await addApiDocumentation(app);
  addHealthChecks(app, pool);
  registerGoldApiCallbacks(app, services);
  serveSockets(app, services, leaving);
  await app.register(
    async (api) => {
      acceptStrictJson(api, { exactNumbers: true });
      refuseUnknownInput(api);
      api.addHook('preValidation', recheckLateCallers(services));
      // Only where a route asks for it: compressing an answer that mixes a secret with a caller's input would leak the secret.
      await api.register(compress, { global: false });
      registerAuthRoutes(api, services);
      registerOwnSessionRoutes(api, services);
      registerUserRoutes(api, services);
      registerJournalRoutes(api, services);
      registerTransactionRoutes(api, services);
      registerBookRoutes(api, services);
      registerCasinoRoutes(api, services);
      registerJackpotRoutes(api, services);
      await registerRemoteRoutes(api, services);
    },
    { prefix: '/api/v1' },
  );
  await serveStaticFiles(app, config);
  const stopForgetting = startForgetting(pool, app.log);
  const stopReconciling = startReconciling(services);
  app.addHook('onClose', async () => {
    stopForgetting();
    stopReconciling();
    await announcer.close();
  });
  return app;
}
