import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool';
import { VERSION } from '../config/version';
import { unavailable } from '../refusals/refusal';

/** /healthz: the process answers, with its version. /readyz: the database answers, has the table `accounts`, and this process has the release store. */
export function addHealthChecks(app: FastifyInstance, pool: Pool, hasStore: () => boolean): void {
  const hidden = { schema: { hide: true } as object };
  let query: Promise<unknown> | undefined;
  // One query at a time: probes have no rate limit, and a flood of them takes one connection of the pool.
  const checkDatabase = (): Promise<unknown> =>
    (query ??= pool.query('select from accounts limit 1').finally(() => (query = undefined)));

  app.get('/healthz', hidden, () => Promise.resolve({ status: 'ok', version: VERSION }));
  app.get('/readyz', hidden, async () => {
    if (!hasStore()) throw unavailable(new Error('the release store was not copied yet'));
    try {
      await checkDatabase();
    } catch (error) {
      throw unavailable(error);
    }
    return { status: 'ready' };
  });
}
