import type { Queryable } from '../database/pool';
import type { RemoteFailure } from './schemas';

/**
 * With this many reasons of a version and stage, new reasons of strangers count as '(autres)': half of what
 * the database keeps.
 */
const STRANGERS_REASONS = 10;

/**
 * Counts a failure; the database keeps a limited number of reasons for a month. A stranger has no session.
 */
export async function noteRemoteFailure(
  database: Queryable,
  failure: RemoteFailure,
  sender: 'user' | 'stranger',
): Promise<void> {
  const { remote, version, stage, reason } = failure;
  // PostgreSQL accepts no NUL in a text; the replacement character shows that one was here.
  const kept = reason.replaceAll('\0', '\ufffd');
  await database.query(
    `with known as (
       select reason from remote_failures where (remote, version, stage) = ($1, $2, $3))
     select record_remote_failure($1, $2, $3,
              case when $5 or $4 in (select reason from known)
                     or (select count(*) from known) < ${STRANGERS_REASONS}
                   then $4 else '(autres)' end)`,
    [remote, version, stage, kept, sender === 'user'],
  );
}

/** Failures of one version that browsers reported. */
export interface ReportedFailure {
  readonly remote: string;
  readonly version: string;
  readonly stage: string;
  readonly reason: string;
  readonly count: number;
  readonly lastAt: string;
}

/** The latest failures. */
export async function listRemoteFailures(database: Queryable): Promise<ReportedFailure[]> {
  const { rows } = await database.query<ReportedFailure>(
    `select remote, version, stage, reason, count::int as count, to_json(last_at)#>>'{}' as "lastAt"
       from remote_failures order by last_at desc limit 50`,
  );
  return rows;
}
