import type { Queryable } from '../database/pool';
import type { RemoteFailure } from './schemas';

/** Counts a failure; the database keeps a limited number of reasons for a month. */
export async function noteRemoteFailure(database: Queryable, failure: RemoteFailure): Promise<void> {
  const { remote, version, stage, reason } = failure;
  // PostgreSQL accepts no NUL in a text.
  const kept = reason.replaceAll('\0', '');
  await database.query('select record_remote_failure($1, $2, $3, $4)', [remote, version, stage, kept]);
}

/** The latest failures. */
export async function listRemoteFailures(database: Queryable): Promise<unknown[]> {
  const { rows } = await database.query<object>(
    `select remote, version, stage, reason, count::int as count, to_json(last_at)#>>'{}' as "lastAt"
       from remote_failures order by last_at desc limit 50`,
  );
  return rows;
}
