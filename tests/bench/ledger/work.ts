import { asOwner } from './populate';

/** What PostgreSQL did for statements that clients sent; those inside of functions count for their call. */
export interface Work {
  /** Each is one round trip, because the server and pgbench wait for an answer before they send the next. */
  readonly statements: number;
  /** Pages of 8 kB that were read, from the cache or not, each time. */
  readonly buffers: number;
}

/** The setting of a PostgreSQL whose work is counted. */
export const COUNTING = { shared_preload_libraries: 'pg_stat_statements' };

/** The work of a database so far. `clusterUrl` is another database of the same PostgreSQL. */
export async function readWork(clusterUrl: string, databaseUrl: string): Promise<Work> {
  const { rows } = await asOwner(clusterUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements');
    return client.query<Work>(
      `select coalesce(sum(calls), 0)::float8 as statements,
              coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as buffers
         from pg_stat_statements join pg_database d on d.oid = dbid where d.datname = $1`,
      [new URL(databaseUrl).pathname.slice(1)],
    );
  });
  return rows[0]!;
}

/** The work between two readings. */
export const workSince = (before: Work, after: Work): Work => ({
  statements: after.statements - before.statements,
  buffers: after.buffers - before.buffers,
});
