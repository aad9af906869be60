import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type';
import { networkOf } from '../config/caller-address';
import type { Config } from '../config/config';
import { Refusal } from '../refusals/refusal';
import type { AccessTokens } from '../sessions/access-token';
import { tokenOf } from '../sessions/authenticate';

const WINDOW_MS = 10_000;
/** One user may have some devices and tabs. */
const SESSIONS_OF_USER = 3;
/** One address may be an office, or a phone company: many readers' worth. */
const READERS_OF_ADDRESS = 10;
/** A refusal of the token's check signs out: what else a session asks for is not to spend its checks. */
const TOKEN_CHECK = '/api/v1/auth/validate-token';
/** A browser's question whether another origin's page may call (OPTIONS) never carries the page's token. */
const READS = new Set(['GET', 'OPTIONS']);

/**
 * Bounds the calls on the API by whoever makes them; the provider's callbacks, probes and files are not counted. Each
 * process counts for itself. A caller with a token of ours is counted by session and by user, never by address, so that
 * neighbours behind one address cannot shut each other out. Everyone else is counted by address, each operation apart:
 * a flood of reads, or of forged tokens, leaves the login open.
 */
export async function limitCalls(
  app: App,
  { RATE_LIMIT }: Pick<Config, 'RATE_LIMIT'>,
  tokens: Pick<AccessTokens, 'read'>,
): Promise<void> {
  if (RATE_LIMIT === 0) return;
  await app.register(rateLimit, { global: false });
  const limit = (callers: number, keyGenerator: (request: FastifyRequest) => Promise<string>) =>
    app.createRateLimit({ max: RATE_LIMIT * callers, timeWindow: WINDOW_MS, keyGenerator });
  const claimsOf = (request: FastifyRequest) => tokens.read(tokenOf(request) ?? '');
  const strangerOn = (request: FastifyRequest): string =>
    `${networkOf(request.ip)} ${request.method} ${routeOf(request)}`;
  const kindOf = (request: FastifyRequest): string => (routeOf(request) === TOKEN_CHECK ? 'check' : 'call');
  const ofSession = limit(1, async (request) => `${kindOf(request)} ${(await claimsOf(request))?.sessionId}`);
  const ofUser = limit(
    SESSIONS_OF_USER,
    async (request) => `${kindOf(request)} ${(await claimsOf(request))?.userId}`,
  );
  const ofStranger = limit(1, async (request) => strangerOn(request));
  const ofReader = limit(READERS_OF_ADDRESS, async (request) => strangerOn(request));

  app.addHook('onRequest', async (request) => {
    // By its route, because an address can be spelled in many ways.
    if (!routeOf(request).startsWith('/api/v1/')) return;
    const isKnown = (await claimsOf(request)) !== null;
    const checks = isKnown ? [ofSession, ofUser] : [READS.has(request.method) ? ofReader : ofStranger];
    for (const check of checks) {
      const count = await check(request);
      if (!count.isAllowed && count.isExceeded)
        throw new Refusal('too-many', 'Trop de demandes. Veuillez patienter.', count.ttlInSeconds);
    }
  });
}

/** An address of no route counts as one, or every spelling would have a limit of its own. */
const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.url.startsWith('/api/v1/') ? '/api/v1/*' : '');
