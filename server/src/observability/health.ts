import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool';
import { unavailable } from '../refusals/refusal';

/** /healthz: the process answers. /readyz: the database answers and knows our schema. */
export function addHealthChecks(app: FastifyInstance, pool: Pool): void {
  const hidden = { schema: { hide: true } as object };
  let underWay: Promise<unknown> | undefined;
  // Probes are not counted: whoever floods them is to take one connection of the pool, not all.
  const askDatabase = (): Promise<unknown> =>
    (underWay ??= pool.query('select from accounts limit 1').finally(() => (underWay = undefined)));

  app.get('/healthz', hidden, () => Promise.resolve({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    try {
      await askDatabase();
    } catch (error) {
      throw unavailable(error);
    }
    return { status: 'ready' };
  });
}
