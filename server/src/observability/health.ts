import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool';
import { VERSION } from '../config/version';
import { unavailable } from '../refusals/refusal';

/** Shorter than the 3 s for which the probes in `deploy` wait: HAProxy's and that of Kubernetes. */
const COMMIT_LIMIT_MS = 1_500;
/**
 * One transaction that fails or waits where a movement would, and leaves no row: the first statement is
 * refused by a read-only database, the commit of the second is written to the log and awaits the synchronous
 * standby, the last needs space for a temporary file.
 */
const WRITE_SQL = `delete from remote_failures where false;
  select pg_logical_emit_message(true, 'palier-ready', '');
  set local work_mem = '64kB';
  select count(distinct repeat('x', 1000) || n) from generate_series(1, 200) n`;

/**
 * /healthz: the process answers, with its version. /readyz: money can move, and this process has the release
 * store.
 */
export function addHealthChecks(app: FastifyInstance, pool: Pool, hasStore: () => boolean): void {
  const hidden = { schema: { hide: true } as object };
  let query: Promise<unknown> | undefined;
  // One query at a time: probes have no rate limit, and a flood of them takes one connection of the pool.
  const checkDatabase = async (): Promise<void> => {
    query ??= pool.query(WRITE_SQL).finally(() => (query = undefined));
    const late = new AbortController();
    const limit = wait(COMMIT_LIMIT_MS, 'late', { ref: false, signal: late.signal }).catch(() => null);
    const first = await Promise.race([query, limit]).finally(() => late.abort());
    if (first === 'late') throw new Error('the database has not committed within 1.5 s');
  };

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
