import type { Registry } from 'prom-client';
import type { Pool } from '../database/pool';
import { readDatabaseCounts, UNKNOWN, type DatabaseCounts } from './database-counts.repository';
import { addGauge, addGaugesBy, withinLimit } from './gauge';

/** The counts are the same in all processes and need not be fresh. */
const READ_EVERY_MS = 10_000;

/** The columns of `readDatabaseCounts`. */
const GAUGES = {
  palier_jackpot_wins_undelivered: 'Wins that their players have not acknowledged.',
  palier_rounds_open: 'Rounds with a stake and no settlement.',
  palier_rounds_disputed: "Open rounds that the provider's log contradicts, or describes unreadably.",
  palier_rounds_oldest_open_seconds: 'Age of the oldest open round that is not disputed.',
  palier_rounds_unknown_to_provider: "Ended rounds that the provider's log does not have, not examined yet.",
  palier_wins_above_limit: 'Wins above WIN_ALERT_TND, not examined yet.',
  palier_player_days_above_limit:
    "Players' days with a net win above PLAYER_DAY_ALERT_TND, not examined yet.",
  palier_movements_to_examine:
    'Callbacks that were refused although money is claimed, and wins paid without a stake, not examined yet.',
  palier_database_replicas: 'Replicas that stream from this database.',
  palier_database_replication_lag_seconds:
    'How late the last of them is; Nan without the right pg_read_all_stats.',
};

/** Adds gauges whose values are the same in all processes: aggregate them by the maximum. */
export function addDatabaseGauges(registry: Registry, pool: Pool): void {
  let readAt = -READ_EVERY_MS;
  let counts: Promise<DatabaseCounts> = Promise.resolve(UNKNOWN);
  const read = (): Promise<DatabaseCounts> => {
    if (performance.now() - readAt >= READ_EVERY_MS) {
      readAt = performance.now();
      counts = withinLimit(readDatabaseCounts(pool), UNKNOWN);
    }
    return counts;
  };
  for (const [name, help] of Object.entries(GAUGES))
    addGauge(registry, { name, help }, async () => (await read()).counts[name] ?? Number.NaN);
  addGaugesBy(
    registry,
    {
      label: 'job',
      name: 'palier_job_last_run_timestamp_seconds',
      help: 'The end of the last run of a periodic job.',
    },
    async () => (await read()).jobs.map(({ job, ranAt }) => [job, ranAt]),
  );
  addGaugesBy(
    registry,
    {
      label: 'job',
      name: 'palier_job_last_success_timestamp_seconds',
      help: 'The end of its last successful run; before one, the time of installation.',
    },
    async () => (await read()).jobs.map(({ job, succeededAt }) => [job, succeededAt]),
  );
}
