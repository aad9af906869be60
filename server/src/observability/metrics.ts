import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addDatabaseGauges } from './database-gauges';
import { addGauge, addGaugesBy, withinLimit } from './gauge';
import { isCallbackPath } from '../http/callback-path';
import { VERSION } from '../config/version';
import type { App } from '../http/app-type';
import { isDatabaseUnreachable, isTimeout } from '../database/database-errors';
import { isRefusedStatement, type Pool } from '../database/pool';
import type { StandbyOutcome } from '../database/standby-reads';
import { addressNotFound } from '../refusals/refusal';
import { countPasswordChecks } from '../passwords/password-hasher';
import { onRequestEnd } from '../http/on-request-end';

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Called after each call to the games provider. */
export type ObserveProviderCall = (
  method: string,
  result: 'done' | 'refused' | 'failed',
  seconds: number,
) => void;

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Prometheus metrics at /metrics, for the bearer of METRICS_TOKEN or, without a token, for this machine only.
 */
export function addMetrics(app: App, pool: Pool, metricsToken: string | undefined) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addProcessGauges(registry, app, pool);
  addDatabaseGauges(registry, pool);
  countCalls(registry, app);
  serveMetrics(app, registry, metricsToken);
  return {
    registry,
    ...createLedgerMetrics(registry),
    ...createDatabaseMetrics(registry),
    ...createProviderMetrics(registry),
    ...createRemoteMetrics(registry),
    ...createPolicyMetrics(registry),
  };
}

export type Metrics = ReturnType<typeof addMetrics>;

const seconds = (registry: Registry, name: string, help: string, labelNames: string[] = []) =>
  new Histogram({ name, help, labelNames, buckets: LATENCY_BUCKETS_S, registers: [registry] });
const counter = (registry: Registry, name: string, help: string, labelNames: string[] = []) =>
  new Counter({ name, help, labelNames, registers: [registry] });

function addProcessGauges(registry: Registry, app: App, pool: Pool): void {
  new Gauge({
    name: 'palier_build_info',
    help: 'Always 1; the label is the version of this process.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  addGaugesBy(
    registry,
    {
      label: 'state',
      name: 'palier_database_connections',
      help: 'The pool: open, idle, and calls that wait for one.',
    },
    () => Object.entries({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  );
  addGaugesBy(
    registry,
    {
      label: 'state',
      name: 'palier_password_checks',
      help: 'Argon2 checks: running, and waiting for their turn.',
    },
    () => Object.entries(countPasswordChecks()),
  );
  addGauge(registry, { name: 'palier_ready', help: 'Whether /readyz answers 200: 1 or 0.' }, () =>
    withinLimit(
      app.inject('/readyz').then(({ statusCode }) => (statusCode === 200 ? 1 : 0)),
      0,
    ),
  );
}

function countCalls(registry: Registry, app: App): void {
  const calls = seconds(registry, 'palier_http_request_duration_seconds', 'Calls by route and status.', [
    'method',
    'route',
    'status',
  ]);
  const serverErrors = counter(
    registry,
    'palier_server_errors_total',
    'Calls answered 5xx, 503 and callbacks of game providers left out: ' +
      'faults of the program or of the schema.',
  );
  // Counted separately from HTTP statuses, because most callbacks are answered 200 even when they are
  // refused.
  const walletAnswers = counter(
    registry,
    'palier_wallet_answers_total',
    'Answers to callbacks of game providers: done, or a code of docs/providers.md.',
    ['answer'],
  );
  const wrongAddresses = counter(
    registry,
    'palier_wallet_wrong_addresses_total',
    'Callbacks of game providers at an address that docs/providers.md does not name.',
  );
  // Present from the start, so that alerts see their first increase.
  for (const answer of ['INVALID_AGENT', 'INTERNAL_ERROR', 'NOT_READ']) walletAnswers.inc({ answer }, 0);
  for (const status of [401, 429]) calls.zero({ method: 'POST', route: '/api/v1/auth/login', status });
  onRequestEnd(app, (request, reply) => (status) => {
    const route = request.routeOptions.url ?? 'none';
    calls.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (!isCallbackPath(route)) {
      if (status >= 500 && status !== 503) serverErrors.inc();
      return;
    }
    walletAnswers.inc({ answer: request.outcome?.refused ?? (status === 200 ? 'done' : 'none') });
    if (request.outcome?.wrongAddress !== undefined) wrongAddresses.inc();
  });
}

function createLedgerMetrics(registry: Registry) {
  const batchSize = new Histogram({
    name: 'palier_ledger_batch_movements',
    help: 'Movements written by one statement.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  });
  const batchTime = seconds(
    registry,
    'palier_ledger_batch_duration_seconds',
    'Time of one statement, its commit included.',
  );
  return {
    /** The statement has written the movements of one batch, and its time includes the commit. */
    observeBatch: (movements: number, durationSeconds: number): void => {
      batchSize.observe(movements);
      batchTime.observe(durationSeconds);
    },
  };
}

function createDatabaseMetrics(registry: Registry) {
  const standbyReads = seconds(
    registry,
    'palier_standby_read_wait_seconds',
    'Reads with STANDBY_DATABASE_URL: the time in which the standby got what the primary had; ' +
      'late and failed ones were answered by the primary.',
    ['outcome'],
  );
  const databaseErrors = counter(
    registry,
    'palier_database_errors_total',
    'Statements without a result, refusals by the ledger left out: SQLSTATE, timeout or unreachable.',
    ['code'],
  );
  for (const code of FREQUENT_DATABASE_ERRORS) databaseErrors.inc({ code }, 0);
  return {
    observeStatement: (error: Error | null): void => {
      if (error !== null && !isRefusedStatement(error)) databaseErrors.inc({ code: kindOf(error) });
    },
    observeStandbyRead: (outcome: StandbyOutcome, waitedSeconds: number): void =>
      standbyReads.observe({ outcome }, waitedSeconds),
  };
}

function createProviderMetrics(registry: Registry): { readonly observeProviderCall: ObserveProviderCall } {
  const providerCalls = seconds(
    registry,
    'palier_provider_call_duration_seconds',
    'Calls to the games provider: done, refused by it, or failed (no answer, or none that can be read).',
    ['method', 'result'],
  );
  for (const method of PROVIDER_METHODS) providerCalls.zero({ method, result: 'failed' });
  return {
    observeProviderCall: (method, result, durationSeconds) =>
      providerCalls.observe({ method, result }, durationSeconds),
  };
}

function createRemoteMetrics(registry: Registry) {
  const remoteFailures = counter(
    registry,
    'palier_remote_failures_total',
    "Browsers' reports of a remote that did not load or crashed.",
    ['remote', 'version'],
  );
  const remoteMounts = counter(
    registry,
    'palier_remote_mounts_total',
    "Browsers' reports of a remote that mounted: of all users while it has a canary, else of one in ten.",
    ['remote', 'version'],
  );
  return {
    countRemoteFailure: (remote: string, version: string): void => remoteFailures.inc({ remote, version }),
    countRemoteMount: (remote: string, version: string): void => remoteMounts.inc({ remote, version }),
  };
}

function createPolicyMetrics(registry: Registry) {
  const violations = counter(
    registry,
    'palier_policy_violations_total',
    "Browsers' reports of what the content security policy of a page stopped.",
    ['directive'],
  );
  return { countPolicyViolation: (directive: string): void => violations.inc({ directive }) };
}

function serveMetrics(app: App, registry: Registry, token: string | undefined): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw addressNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/**
 * Timeouts, lost connections, full disk, too many connections, read-only, ended by an administrator. Present
 * from the start, as above.
 */
const FREQUENT_DATABASE_ERRORS = ['timeout', 'unreachable', '53100', '53300', '25006', '57P01'];

const PROVIDER_METHODS = ['user_create', 'provider_list', 'game_list', 'game_launch', 'get_game_log'];

const kindOf = (error: Error): string => {
  if (isTimeout(error)) return 'timeout';
  return isDatabaseUnreachable(error)
    ? 'unreachable'
    : String((error as NodeJS.ErrnoException).code ?? 'other');
};

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      request.headers['x-forwarded-for'] === undefined &&
      LOOPBACK.test(request.socket.remoteAddress ?? '127.0.0.1')
    );
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
