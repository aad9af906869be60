import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';

const API_PATH = /^\/api\/v1\//;
const PREFLIGHT_ROUTE = '/api/v1/*';
/** How long browsers may cache a preflight. */
const PREFLIGHT_MAX_AGE_S = 600;

/**
 * Lets pages of `CORS_ORIGINS` call the API. Without credentials: sessions are bearer tokens, and other
 * origins do not use the cookie of sockets. @fastify/cors would answer preflights before the rate limit
 * (decision 0040).
 */
export function allowOrigins(app: FastifyInstance, { CORS_ORIGINS }: Pick<Config, 'CORS_ORIGINS'>): void {
  if (CORS_ORIGINS.length === 0) return;
  // Before hooks that refuse calls, so that pages can read refusals.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (API_PATH.test(request.url)) {
      void reply.header('vary', 'Origin');
      if (origin !== undefined && CORS_ORIGINS.includes(origin))
        void reply.headers({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'Retry-After, X-Request-Id, X-Platform-Day',
        });
    }
    done();
  });
  app.options(PREFLIGHT_ROUTE, { schema: { hide: true } }, (request, reply) => {
    if (reply.hasHeader('access-control-allow-origin'))
      void reply.headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      });
    return reply.status(204).send();
  });
}
