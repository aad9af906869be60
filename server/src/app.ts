import compress from '@fastify/compress';
import { registerAccountRoutes } from './accounts/routes';
import { addApiDocumentation } from './api-docs/api-documentation';
import { createFactorCipher } from './auth/factors/factor-cipher';
import { startResettingFactors } from './auth/factors/factor-reset.job';
import { relyingPartyOf } from './auth/factors/passkey-check';
import { limitCalls } from './auth/rate-limit';
import { registerAuthRoutes } from './auth/routes';
import { startExpiringRequests } from './balance-requests/expiry.job';
import { registerRequestRoutes } from './balance-requests/routes';
import { batchReads } from './concurrency/batch-reads';
import { createFairLimiter } from './concurrency/fair-limiter';
import type { Config } from './config/config';
import { trustedProxiesOf } from './config/trusted-proxies';
import { observeStatements } from './database/observe-statements';
import { createPool, type Pool, type Queryable } from './database/pool';
import { createStandbyReader } from './database/standby-reads';
import { createCatalogue } from './games/catalogue';
import type { GameWallet } from './games/apply-game-movement.use-case';
import { startReadingLists } from './games/catalogue.job';
import { registerGoldApiCallbacks } from './games/gold-api/callback.routes';
import { createGoldApiLog } from './games/gold-api/game-log';
import { createGameTypeStore } from './games/gold-api/game-type.repository';
import { createGoldApiAggregator } from './games/gold-api/operator-client';
import { createListCopies } from './games/list-copy.repository';
import { createPlayerAccounts } from './games/player-account.repository';
import { startReconciling } from './games/reconciliation/job';
import { startWatchingWins } from './games/reconciliation/watch-wins.job';
import { winLimitsOf } from './games/reconciliation/win-limits';
import { registerCasinoRoutes } from './games/routes';
import { createTitleStore } from './games/title-store';
import type { App } from './http/app-type';
import { createServer } from './http/create-server';
import { refuseCallsWhileStopping } from './http/graceful-shutdown';
import { acceptStrictJson } from './http/json-body';
import { refuseInvalidRequests } from './http/transport-errors';
import { refuseUnknownInput } from './http/unknown-input';
import { registerJackpotRoutes } from './jackpot/routes';
import { createLedgerWriter, type LedgerWriter } from './ledger/writer';
import { startStoringLimitZone } from './limits/limit-zone.job';
import { registerLimitRoutes } from './limits/routes';
import { startForgetting } from './maintenance/forget-expired';
import { startComparingMarks } from './notices/notice-marks.job';
import { certificatePlaces, watchCertificates } from './observability/certificates';
import { logCalls } from './observability/call-log';
import { addHealthChecks } from './observability/health';
import { loggerOptions } from './observability/log-output';
import { addGauge } from './observability/gauge';
import { addMetrics, type Metrics, type ObserveProviderCall } from './observability/metrics';
import { traceCalls } from './observability/trace-calls';
import { createAnnouncer, type Announcer } from './realtime/announcer';
import { createSocketHub, type SocketHub } from './realtime/hub';
import { serveSockets } from './realtime/serve-sockets';
import { keepStoreCopied } from './remotes/copy-store';
import { createRegistryFile } from './remotes/registry-file';
import { registerRemoteRoutes } from './remotes/routes';
import { createSignedFileCheck } from './remotes/signed-files';
import { startCountingNetwork } from './reports/network/network.job';
import { registerReportRoutes } from './reports/routes';
import { createAccessTokens, type AccessTokens } from './sessions/access-token';
import { createAuthentication, readAccessTokens, type Authentication } from './sessions/authenticate';
import { createFactorRule, startReadingFactorRule, type FactorRule } from './sessions/factor-rule';
import { createTracer } from './tracing/tracer';
import { registerTransactionRoutes } from './transactions/routes';
import { findUsersOfSessions } from './users/user.repository';
import { allowOrigins } from './web/cross-origin';
import { announcePlatformDay } from './web/platform-day';
import { acceptPolicyReports } from './web/policy-reports';
import { addSecurityHeaders } from './web/security-headers';
import { serveSecurityText } from './web/security-text';
import { serveStaticFiles } from './web/static-files';

/** Connections of the pool that slow reads may take; the others are left to quick reads and to money. */
const SLOW_READS_AT_ONCE = 4;
const SLOW_READS_WAITING = 200;

/** The whole server. Does not listen, and does not end the pool. */
export async function createApp(config: Config, pool: Pool): Promise<App> {
  const trustedProxies = trustedProxiesOf(config);
  const app = createServer({ logger: loggerOptions(config.LOG_LEVEL), trustedProxies });
  const { log } = app;
  const tokens = createAccessTokens(config.JWT_SECRET, config.ACCESS_TOKEN_TTL_S, config.JWT_SECRET_PREVIOUS);
  await addCallHooks(app, config, tokens);
  const metrics = addMetrics(app, pool, config.METRICS_TOKEN);
  observeStatements(pool, metrics.observeStatement);
  const standby = openStandby(config);
  const shutdown = refuseCallsWhileStopping(app, config.STOP_DELAY_S * 1_000);
  await limitCalls(app, config.RATE_LIMIT);

  const factorRule = createFactorRule(pool);
  const authentication = createAuthentication(
    tokens,
    batchReads((sessions) => findUsersOfSessions(pool, sessions)),
    config.OWN_PASSWORD_REQUIRED,
    factorRule,
  );
  const hub = createSocketHub();
  const announcer = createAnnouncer(pool, hub, log, config.NATS_URL);
  const ledger = createLedgerWriter(pool, metrics.observeBatch);
  const wallet = { ledger, announcer, accounts: createPlayerAccounts(pool) };
  const games = createGames(config, pool, metrics.observeProviderCall, log);
  addRealtimeGauges(metrics.registry, hub, config.NATS_URL === undefined ? null : announcer);

  if (config.NODE_ENV !== 'production' || config.API_DOCS) await addApiDocumentation(app);
  const storeCopy =
    config.REMOTES_FROM === 'database' ? keepStoreCopied(pool, config.REMOTES_ROOT, log) : null;
  const readRegistry = createRegistryFile({
    database: pool,
    remotesRoot: config.REMOTES_ROOT,
    trustedKeys: config.RELEASE_KEYS,
    log,
  });
  addHealthChecks(app, pool, () => storeCopy?.isComplete() ?? true);
  registerGoldApiCallbacks(app, config, wallet, createGameTypeStore(pool));
  const { findCaller } = authentication;
  const { deliverWins, sendBalance, sendNotices } = announcer;
  serveSockets(app, {
    pool,
    hub,
    findCaller,
    deliverWins,
    sendBalance,
    sendNotices,
    trustedProxies,
    shutdown,
  });
  const readPool = readThrough(standby, pool, metrics, log);
  const services = {
    pool,
    readPool,
    tokens,
    authentication,
    factorRule,
    wallet,
    games,
    readRegistry,
    metrics,
  };
  await app.register((api) => registerApi(api, config, services), { prefix: '/api/v1' });
  await servePages(app, config, services);

  const stopJobs = startJobs(config, log, services);
  app.addHook('onClose', async () => {
    stopJobs();
    storeCopy?.stop();
    await announcer.close();
    await standby?.end();
  });
  return app;
}

/** The pages and files, and where browsers report what the pages' policy stopped. */
async function servePages(
  app: App,
  config: Config,
  { readRegistry, metrics }: Pick<Services, 'readRegistry' | 'metrics'>,
): Promise<void> {
  serveSecurityText(app, config);
  await acceptPolicyReports(app, metrics.countPolicyViolation);
  await serveStaticFiles(app, config, {
    readRegistry,
    isAsSigned: createSignedFileCheck(config.REMOTES_ROOT, config.RELEASE_KEYS.length > 0, readRegistry),
  });
}

/**
 * Hooks of every request. `logCalls` comes before the hooks that refuse requests, so that refused requests
 * are logged.
 */
async function addCallHooks(app: App, config: Config, tokens: AccessTokens): Promise<void> {
  readAccessTokens(app, tokens);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint !== undefined)
    traceCalls(app, createTracer({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, app.log));
  logCalls(app);
  await addSecurityHeaders(app, config);
  allowOrigins(app, config);
  refuseInvalidRequests(app);
}

function openStandby({ STANDBY_DATABASE_URL: url }: Config): Pool | null {
  if (url === undefined) return null;
  const standby = createPool(url, { toStandby: true });
  observeStatements(standby, () => undefined);
  return standby;
}

/** The database for reads that may be answered by the standby. */
function readThrough(standby: Pool | null, primary: Pool, metrics: Metrics, log: App['log']): Queryable {
  if (standby === null) return primary;
  return createStandbyReader(primary, standby, {
    observe: metrics.observeStandbyRead,
    onFailure: (err) => log.warn({ err }, 'the standby is not read'),
  });
}

/** The aggregator of games, its lists and its log. */
function createGames(config: Config, pool: Pool, observeCall: ObserveProviderCall, log: App['log']) {
  const titles = createTitleStore(pool, log);
  const aggregator = createGoldApiAggregator(config, {
    observeCall,
    warn: (list, faults) =>
      log.warn({ list, faults }, 'entries of a list of the games provider were left out'),
  });
  const catalogue = createCatalogue({
    copies: createListCopies(pool, aggregator.name, config),
    aggregator,
    config,
    onListed: titles.keep,
  });
  return { titles, aggregator, catalogue, logReader: createGoldApiLog(pool, config, observeCall) };
}

/** `fanOut`: null where NATS is not configured. */
function addRealtimeGauges(
  registry: Metrics['registry'],
  hub: SocketHub,
  fanOut: Pick<Announcer, 'isFanOutConnected'> | null,
): void {
  addGauge(
    registry,
    { name: 'palier_sockets', help: 'Open, authenticated sockets.' },
    () => hub.count().sockets,
  );
  addGauge(
    registry,
    { name: 'palier_socket_topics', help: 'Topics with subscribers.' },
    () => hub.count().topics,
  );
  if (fanOut !== null)
    addGauge(registry, { name: 'palier_nats_connected', help: 'Whether NATS is connected: 1 or 0.' }, () =>
      fanOut.isFanOutConnected() ? 1 : 0,
    );
}

/** From these each room takes the dependencies that it declares. */
interface Services {
  readonly pool: Pool;
  readonly readPool: Queryable;
  readonly tokens: AccessTokens;
  readonly authentication: Authentication;
  readonly factorRule: FactorRule;
  readonly wallet: GameWallet & { readonly ledger: LedgerWriter; readonly announcer: Announcer };
  readonly games: ReturnType<typeof createGames>;
  readonly readRegistry: ReturnType<typeof createRegistryFile>;
  readonly metrics: Metrics;
}

/** The routes under /api/v1. */
async function registerApi(api: App, config: Config, services: Services): Promise<void> {
  const { pool, readPool, tokens, authentication, games, readRegistry, metrics } = services;
  const { requireSession, requireSessionWithAnyPassword } = authentication;
  const { ledger } = services.wallet;
  const { announceBalance, announceRequests } = services.wallet.announcer;
  const secrets = { secret: config.JWT_SECRET, previousSecret: config.JWT_SECRET_PREVIOUS };
  const timeZone = config.TIME_ZONE;
  const slowReads = createFairLimiter(SLOW_READS_AT_ONCE, SLOW_READS_WAITING);

  acceptStrictJson(api, { exactNumbers: true });
  refuseUnknownInput(api);
  announcePlatformDay(api, timeZone);
  api.addHook('preValidation', authentication.recheckLateCallers);
  // Only routes that enable compression have it: the size of a compressed answer can reveal a secret that it
  // contains.
  await api.register(compress, { global: false });
  registerAuthRoutes(api, {
    pool,
    tokens,
    ...secrets,
    log: api.log,
    timeZone,
    authentication,
    refreshTokenTtlS: config.REFRESH_TOKEN_TTL_S,
    refreshGraceS: config.REFRESH_GRACE_S,
    sessionIdleS: config.SESSION_IDLE_S,
    requiresOwnPassword: config.OWN_PASSWORD_REQUIRED,
    ...factorSettings(config),
    ...services.factorRule,
  });
  registerAccountRoutes(api, {
    pool,
    slowReads,
    timeZone,
    ...secrets,
    announceBalance,
    requireSession,
    requireSessionWithAnyPassword,
  });
  registerLimitRoutes(api, { pool, timeZone, requireSession });
  registerTransactionRoutes(api, {
    pool,
    readPool,
    ledger,
    ...secrets,
    announceBalance,
    announceRequests,
    timeZone,
    slowReads,
    authentication,
  });
  registerBalanceRequests(api, config, services);
  registerReportRoutes(api, { pool: readPool, timeZone, slowReads, requireSession });
  registerCasinoRoutes(api, {
    pool,
    ...games,
    allowsGameWindows: config.PROVIDER_GAME_WINDOWS,
    timeZone,
    requireSession,
  });
  registerJackpotRoutes(api, { pool, requireSession });
  await registerRemoteRoutes(api, {
    pool,
    remotesRoot: config.REMOTES_ROOT,
    readRegistry,
    requireSession,
    countFailure: metrics.countRemoteFailure,
    countMount: metrics.countRemoteMount,
    secret: config.JWT_SECRET,
  });
}

/** What second factors need of the settings. */
const factorSettings = (config: Config) => ({
  cipher: createFactorCipher({
    factorKey: config.FACTOR_KEY,
    previousFactorKey: config.FACTOR_KEY_PREVIOUS,
  }),
  relyingParty: relyingPartyOf(config.PUBLIC_ORIGIN),
  factorResetWaitS: config.FACTOR_RESET_WAIT_S,
});

function registerBalanceRequests(api: App, config: Config, services: Services): void {
  const { announceBalance, announceRequests } = services.wallet.announcer;
  registerRequestRoutes(api, {
    pool: services.pool,
    timeZone: config.TIME_ZONE,
    announceBalance,
    announceRequests,
    requireSession: services.authentication.requireSession,
    payoutsReserve: config.PAYOUT_REQUESTS_RESERVE,
    lifetimeS: config.REQUEST_LIFETIME_S,
  });
}

/** Starts the periodic jobs; returns a function that stops them. */
function startJobs(config: Config, log: App['log'], services: Services): () => void {
  const { pool, wallet, games, metrics } = services;
  const { PROVIDER_RECONCILE_AFTER_S: olderThanS } = config;
  const stops = [
    startReadingLists(games.catalogue, log),
    startForgetting(pool, log),
    startResettingFactors(pool, log),
    startReadingFactorRule(services.factorRule, log),
    startExpiringRequests({ pool, ...wallet.announcer }, log),
    startComparingMarks(pool, log),
    startCountingNetwork(pool, log, config.TIME_ZONE),
    startStoringLimitZone(pool, log, config.TIME_ZONE),
    startReconciling({ ...wallet, pool, logReader: games.logReader }, log, { olderThanS }),
    startWatchingWins(pool, log, winLimitsOf(config)),
    watchCertificates(metrics.registry, certificatePlaces(config), log),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
