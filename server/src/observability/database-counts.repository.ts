import type { Queryable } from '../database/pool';
import { readJobRuns, type JobRun } from '../maintenance/job-run.repository';

/** Counts of unfinished work, replicas and jobs, when the database does not answer. */
export const UNKNOWN = {
  undelivered: Number.NaN,
  open: Number.NaN,
  disputed: Number.NaN,
  oldest: Number.NaN,
  // Findings that no operator has examined.
  unknownRounds: Number.NaN,
  largeWins: Number.NaN,
  largeDays: Number.NaN,
  replicas: Number.NaN,
  /** In seconds; NaN when the role may not see it. */
  lag: Number.NaN,
  jobs: [] as readonly JobRun[],
};
export type DatabaseCounts = Readonly<typeof UNKNOWN>;

export async function readDatabaseCounts(database: Queryable): Promise<DatabaseCounts> {
  try {
    const { rows } = await database.query<Omit<DatabaseCounts, 'jobs'>>(
      `select (select count(*) from jackpot_wins where delivered_at is null)::int as undelivered,
              o.open, o.disputed, f.*,
              coalesce(extract(epoch from now() - (select min(opened_at) from rounds
                where state = 'OPEN' and not is_disputed)), 0)::float8 as oldest,
              r.replicas, r.lag
         from (select count(*)::int as open, (count(*) filter (where is_disputed))::int as disputed
                 from (select is_disputed from rounds where state = 'OPEN' limit 100000) r) o,
              (select (count(*) filter (where kind = 'unknown-to-provider'))::int as "unknownRounds",
                           (count(*) filter (where kind = 'win-above-limit'))::int as "largeWins",
                           (count(*) filter (where kind = 'day-above-limit'))::int as "largeDays"
                 from game_findings where examined_by is null) f,
              (select count(*)::int as replicas,
                      case when count(*) = 0 or pg_has_role(current_user, 'pg_read_all_stats', 'usage')
                           then coalesce(extract(epoch from max(replay_lag)), 0) else 'NaN' end::float8 as lag
                 from pg_stat_replication where state is distinct from 'backup') r`,
    );
    return { ...UNKNOWN, ...rows[0], jobs: await readJobRuns(database) };
  } catch {
    return UNKNOWN;
  }
}
