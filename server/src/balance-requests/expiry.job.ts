import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../concurrency/run-periodically';
import { Refusal } from '../refusals/refusal';
import { endOpenRequest } from './end-request.use-case';
import type { RequestDependencies } from './make-request.use-case';
import { listExpiredRequests } from './request.repository';

const EXPIRE_EVERY_MS = 30_000;
const REQUESTS_AT_ONCE = 100;

type ExpiryDependencies = Pick<RequestDependencies, 'pool' | 'announceBalance' | 'announceRequests'>;

/**
 * Ends the requests that have expired, each in a transaction of its own. Safe in any number of processes at
 * once: a request that another one closed meanwhile is left as it is.
 */
export async function expireRequests(dependencies: ExpiryDependencies): Promise<number> {
  const ids = await listExpiredRequests(dependencies.pool, REQUESTS_AT_ONCE);
  let count = 0;
  for (const id of ids) {
    try {
      await endOpenRequest(dependencies, {
        id,
        userId: null,
        sessionId: null,
        status: 'EXPIRED',
        reason: null,
      });
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return count;
}

/** Ends expired requests twice a minute, until the returned function is called. */
export function startExpiringRequests(
  dependencies: ExpiryDependencies,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): () => void {
  return runPeriodically(EXPIRE_EVERY_MS, async () => {
    try {
      const count = await expireRequests(dependencies);
      if (count > 0) log.info({ count }, 'requests expired');
    } catch (error) {
      log.warn({ err: error }, 'requests not expired');
    }
  });
}
