import type { Queryable } from '../database/pool';
import { readJobRuns, type JobRun } from '../maintenance/job-run.repository';

/** Counts of unfinished work and of replicas by the names of their gauges, and the runs of jobs. */
export interface DatabaseCounts {
  readonly counts: Readonly<Partial<Record<string, number>>>;
  readonly jobs: readonly JobRun[];
}

/** When the database does not answer. */
export const UNKNOWN: DatabaseCounts = { counts: {}, jobs: [] };

/** Findings are counted until an operator has examined them. The lag is NaN when the role may not see it. */
export async function readDatabaseCounts(database: Queryable): Promise<DatabaseCounts> {
  try {
    const { rows } = await database.query<Record<string, number>>(
      `select (select count(*) from jackpot_wins where delivered_at is null)::int
        as palier_jackpot_wins_undelivered,
              open.*, findings.*, replicas.*,
              coalesce(extract(epoch from now() - (select min(opened_at) from rounds
                where state = 'OPEN' and not is_disputed)), 0)::float8 as palier_rounds_oldest_open_seconds
         from (select count(*)::int as palier_rounds_open,
                      (count(*) filter (where is_disputed))::int as palier_rounds_disputed
                 from (select is_disputed from rounds where state = 'OPEN' limit 100000) r) open,
              (select (count(*) filter (where kind = 'unknown-to-provider'))::int
                        as palier_rounds_unknown_to_provider,
                      (count(*) filter (where kind = 'win-above-limit'))::int as palier_wins_above_limit,
                      (count(*) filter (where kind = 'day-above-limit'))::int
                        as palier_player_days_above_limit,
                      (count(*) filter (where kind in ('reused-id', 'refused-win', 'free-win',
                                                       'win-after-refused-stake')))::int
                        as palier_movements_to_examine
                 from game_findings where examined_by is null) findings,
              (select count(*)::int as palier_database_replicas,
                      case when count(*) = 0 or pg_has_role(current_user, 'pg_read_all_stats', 'usage')
                           then coalesce(extract(epoch from max(replay_lag)), 0) else 'NaN' end::float8
                        as palier_database_replication_lag_seconds
                 from pg_stat_replication where state is distinct from 'backup') replicas`,
    );
    return { counts: rows[0] ?? {}, jobs: await readJobRuns(database) };
  } catch {
    return UNKNOWN;
  }
}
