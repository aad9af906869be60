import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app-type';
import type { Config } from '../config';
import { Refusal } from '../errors/refusal';

const WINDOW_MS = 10_000;
/** One address may be an office, or a phone company: several sessions' worth. */
const SESSIONS_PER_ADDRESS = 10;
const SIGNATURE_LENGTH = 43;

/**
 * Bounds the calls of one session, and of one address, on the API; the provider's callbacks, probes and files are not
 * counted. Each process counts for itself. A flood is refused before it is counted against the address, so that it
 * does not shut out its neighbours.
 */
export async function limitCalls(app: App, { RATE_LIMIT }: Config): Promise<void> {
  if (RATE_LIMIT === 0) return;
  await app.register(rateLimit, { global: false });
  const ofSession = app.createRateLimit({
    max: RATE_LIMIT,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${request.ip}|${bearerOf(request)}`,
  });
  const ofAddress = app.createRateLimit({
    max: RATE_LIMIT * SESSIONS_PER_ADDRESS,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => request.ip,
  });
  app.addHook('onRequest', async (request) => {
    // By its route, because an address can be spelled in many ways.
    if (!(request.routeOptions.url ?? request.url).startsWith('/api/v1/')) return;
    for (const check of [ofSession, ofAddress]) {
      const count = await check(request);
      if (!count.isAllowed && count.isExceeded)
        throw new Refusal('too-many', 'Trop de demandes. Veuillez patienter.', count.ttlInSeconds);
    }
  });
}

/** A token's signature tells sessions apart and is not the token. */
const bearerOf = (request: FastifyRequest): string =>
  (request.headers.authorization ?? '').slice(-SIGNATURE_LENGTH);
