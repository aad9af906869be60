import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type';
import { networkOf } from '../http/caller-address';
import { tooManyCalls } from '../http/errors';

const WINDOW_MS = 10_000;
/** Multiple of the limit for a user, who may have several devices. */
const SESSIONS_PER_USER = 3;
/**
 * Multiple for reads without a valid token: many people of an office or a phone company may share one
 * address.
 */
const READERS_PER_ADDRESS = 10;
/** Multiple for pages and files: a first visit loads a page and about thirty files. */
const PAGES_AND_FILES_PER_ADDRESS = 20;
/** Probes and providers' callbacks have no rate limit; sockets have limits of their own. */
const UNCOUNTED_PATH = /^\/(healthz|readyz|metrics|gold_api|ws-jackpot)(\/|$)/;
/** Counted separately: a refused token check signs the user out, so other calls must not use up its limit. */
const TOKEN_CHECK = '/api/v1/auth/validate-token';
/** Preflights (OPTIONS) count as reads: they never carry a token. */
const READ_METHODS = new Set(['GET', 'OPTIONS']);

/**
 * Limits calls, in each process for itself. A call with a valid token is counted by session and by user, so
 * that users behind one address do not exclude each other. Other calls of the API are counted by address and
 * operation, so that a flood of reads or forged tokens leaves the login open; pages and files are counted
 * together by address. 0 means no limit.
 */
export async function limitCalls(app: App, callsPerWindow: number): Promise<void> {
  if (callsPerWindow === 0) return;
  await app.register(rateLimit, { global: false });
  const limit = (factor: number, keyGenerator: (request: FastifyRequest) => string | Promise<string>) =>
    app.createRateLimit({ max: callsPerWindow * factor, timeWindow: WINDOW_MS, keyGenerator });
  const kindOf = (request: FastifyRequest): string => (routeOf(request) === TOKEN_CHECK ? 'check' : 'call');
  const addressAndOperation = (request: FastifyRequest): string =>
    `${networkOf(request.ip)} ${request.method} ${routeOf(request)}`;
  const bySession = limit(
    1,
    async (request) => `${kindOf(request)} ${(await request.accessClaims)?.sessionId}`,
  );
  const byUser = limit(
    SESSIONS_PER_USER,
    async (request) => `${kindOf(request)} ${(await request.accessClaims)?.userId}`,
  );
  const byAddress = limit(1, addressAndOperation);
  const readsByAddress = limit(READERS_PER_ADDRESS, addressAndOperation);
  const pagesAndFiles = limit(PAGES_AND_FILES_PER_ADDRESS, ({ ip }) => networkOf(ip));

  app.addHook('onRequest', async (request) => {
    // The route and not the URL, which can be spelled in many ways.
    const route = routeOf(request);
    if (UNCOUNTED_PATH.test(route)) return;
    const limitsOfCall = async () => {
      if ((await request.accessClaims) !== null) return [bySession, byUser];
      return [READ_METHODS.has(request.method) ? readsByAddress : byAddress];
    };
    for (const check of route.startsWith('/api/v1/') ? await limitsOfCall() : [pagesAndFiles]) {
      const count = await check(request);
      if (!count.isAllowed && count.isExceeded) throw tooManyCalls(count.ttlInSeconds);
    }
  });
}

/**
 * The pattern of the route. Unknown URLs share one limit; otherwise each spelling would have its own limit.
 */
const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.url.startsWith('/api/v1/') ? '/api/v1/*' : '');
