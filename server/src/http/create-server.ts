import { createServer as createHttpServer } from 'node:http';
import fastify, { LogController, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { TrustsProxy } from '../config/trusted-proxies';
import { setFrenchMessages } from '../refusals/validation-messages';
import type { App } from './app-type';
import { normalizeCallbackAddress } from './callback-path';
import { answerError } from './error-handler';
import { handleInOrder } from './handle-in-order';
import { acceptStrictJson } from './json-body';
import { answerClientError } from './raw-http-error';
import { requestIdOf } from './request-ids';
import { closeSlowReaders, SLOW_READER_TIMEOUT_MS } from './slow-reader-timeout';
import { answerMalformedUrl } from './transport-errors';

const BODY_LIMIT_BYTES = 64 * 1024;

interface ServerOptions {
  readonly logger: Exclude<FastifyServerOptions['logger'], boolean | undefined>;
  readonly trustedProxies: TrustsProxy | null;
}

/** A Fastify server with the limits, parsers and refusals that all routes share. */
export function createServer({ logger, trustedProxies }: ServerOptions): App {
  const app: App = fastify({
    logger,
    genReqId: (request) => requestIdOf(request, trustedProxies),
    // Requests are logged when they end (`logCalls`).
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) =>
      createHttpServer(
        {
          requestTimeout: 30_000,
          keepAliveTimeout: 65_000,
          headersTimeout: 10_000,
          connectionsCheckingInterval: 1_000,
          maxHeaderSize: 16 * 1024,
          // Checked by `refuseInvalidRequests`.
          requireHostHeader: false,
        },
        handleInOrder(handle),
      ),
    trustProxy: trustedProxies ?? false,
    // Refused by `refuseCallsWhileStopping`.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => normalizeCallbackAddress(url),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerMalformedUrl,
    clientErrorHandler: answerClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  setFrenchMessages();
  acceptStrictJson(app);
  closeSlowReaders(app.server, SLOW_READER_TIMEOUT_MS);
  return app;
}
