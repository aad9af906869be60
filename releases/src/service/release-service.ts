import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Refusal } from '@palier/server/refusals/refusal';
import { IS_INSTALLED } from '../installed';
import type { Store } from '../store';
import { serveChanges, serveReads, serveUploads, type CallDependencies } from './calls';
import { createCommandQueue } from './command-queue';
import { createGateTime, type GateTime } from './gate-time';
import { createGuard } from './guard';
import { serveReleasesPage } from './releases-page';
import type { RunReleaseCommand } from './run-release-command';

const CALLS_PER_MINUTE = 120;
/** An upload of the largest version on a line of 1.3 Mbit/s. A slower or stalled one is cut off. */
const REQUEST_LIMIT_MS = 180_000;
/** Five checks of the longest kind. */
export const GATE_MINUTES_PER_HOUR = 20;

type TrustProxy = false | ((address: string, hop: number) => boolean);

export interface ReleaseServiceOptions {
  readonly store: Store;
  readonly runCommand: RunReleaseCommand;
  /** Runs commands that open no browser; default: `runCommand`. */
  readonly runUrgent?: RunReleaseCommand;
  /** Options of every command that passes the release gate, such as --shell with the live address. */
  readonly gateOptions: readonly string[];
  readonly gateTime?: GateTime;
  /** Where the log goes; absent: there is none. */
  readonly log?: NodeJS.WritableStream;
  readonly trustProxy?: TrustProxy;
  readonly requestLimitMs?: number;
}

/** An address may hold a token that someone put into it by mistake. */
const SERIALIZERS = {
  req: ({ method, url, ip }: FastifyRequest) => ({
    method,
    url: url.replace(/\?.*/s, ''),
    remoteAddress: ip,
  }),
};

function createApp(
  log: NodeJS.WritableStream | undefined,
  trustProxy: TrustProxy,
  requestLimitMs: number,
): FastifyInstance {
  const app = fastify({
    logger: log === undefined ? false : { stream: log, serializers: SERIALIZERS },
    trustProxy,
    bodyLimit: 8 * 1024,
    requestTimeout: requestLimitMs,
    http: {
      connectionsCheckingInterval: Math.min(requestLimitMs, 1_000),
      // Node takes the longer of both limits for the whole request.
      headersTimeout: Math.min(requestLimitMs, 60_000),
    },
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Headers of every answer, and the sentences of refused and failed calls. */
function setAnswers(app: FastifyInstance): void {
  // Answers name versions and their hashes, and a proxy that edits the page of releases breaks its policy.
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store, no-transform');
    void reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('content-security-policy'))
      void reply.header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
  // That of Fastify logs the whole address.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ errors: ['There is no such call.'] }));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof Refusal ? 503 : (error.statusCode ?? 500);
    if (status >= 500) request.log.error(error);
    // The rest of a refused upload is not read.
    void reply.header('connection', 'close');
    return reply
      .code(status)
      .send({ errors: [status >= 500 ? 'The service has failed; see its log.' : error.message] });
  });
}

/**
 * The release service: uploads and changes of the store by teams, each call by a token and in the audit. Does
 * not listen.
 */
export async function createReleaseService({
  store,
  runCommand,
  runUrgent = runCommand,
  gateOptions,
  gateTime = createGateTime(GATE_MINUTES_PER_HOUR),
  log,
  trustProxy = false,
  requestLimitMs = REQUEST_LIMIT_MS,
}: ReleaseServiceOptions): Promise<FastifyInstance> {
  const app = createApp(log, trustProxy, requestLimitMs);
  await app.register(rateLimit, { max: CALLS_PER_MINUTE, timeWindow: '1 minute' });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Palier release service', version: '1' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  });
  setAnswers(app);

  const guard = createGuard(store);
  const commands = createCommandQueue({ runCommand, runUrgent, gateTime, gateOptions });
  const dependencies: CallDependencies = { store, guard, commands, gateOptions };
  serveUploads(app, dependencies);
  serveChanges(app, dependencies);
  serveReads(app, dependencies);
  await app.register(serveReleasesPage, {
    store,
    tokenOf: (request) => guard.tokenOf(request),
    change: (request, action, remote, version) => {
      const words =
        action === 'rollback'
          ? [action, remote, '--from', version, ...gateOptions]
          : [action, remote, version, '--off'];
      return guard.audited(request, action, { remote, version }, (actor) => commands.run(words, actor));
    },
  });
  const isProduction = IS_INSTALLED || process.env.NODE_ENV === 'production';
  if (!isProduction || process.env.API_DOCS === 'true')
    app.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  app.get('/healthz', { schema: { hide: true } }, () => 'ok');
  return app;
}
