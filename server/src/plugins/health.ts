import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool';
import { unavailable } from '../errors/refusal';

/** /healthz: the process answers. /readyz: the database answers and knows our schema. */
export function addHealthChecks(app: FastifyInstance, pool: Pool): void {
  const hidden = { schema: { hide: true } as object };
  app.get('/healthz', hidden, () => Promise.resolve({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    try {
      await pool.query('select from accounts limit 1');
    } catch (error) {
      throw unavailable(error);
    }
    return { status: 'ready' };
  });
}
