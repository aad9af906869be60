import { Gauge, type Registry } from 'prom-client';
import type { Pool } from '../database/pool';
import { readDatabaseCounts, UNKNOWN, type DatabaseCounts } from './database-counts.repository';
import { addGauge, withinLimit } from './gauge';

/** The counts are the same in all processes and need not be fresh. */
const READ_EVERY_MS = 10_000;

const GAUGES: readonly (readonly [name: string, of: Exclude<keyof DatabaseCounts, 'jobs'>, help: string])[] =
  [
    ['palier_jackpot_wins_undelivered', 'undelivered', 'Wins that their players have not acknowledged.'],
    ['palier_rounds_open', 'open', 'Rounds with a stake and no settlement.'],
    [
      'palier_rounds_disputed',
      'disputed',
      "Open rounds that the provider's log contradicts, or describes unreadably.",
    ],
    ['palier_rounds_oldest_open_seconds', 'oldest', 'Age of the oldest open round that is not disputed.'],
    [
      'palier_rounds_unknown_to_provider',
      'unknownRounds',
      "Ended rounds that the provider's log does not have, not examined yet.",
    ],
    ['palier_wins_above_limit', 'largeWins', 'Wins above WIN_ALERT_TND, not examined yet.'],
    [
      'palier_player_days_above_limit',
      'largeDays',
      "Players' days with a net win above PLAYER_DAY_ALERT_TND, not examined yet.",
    ],
    ['palier_database_replicas', 'replicas', 'Replicas that stream from this database.'],
    [
      'palier_database_replication_lag_seconds',
      'lag',
      'How late the last of them is; Nan without the right pg_read_all_stats.',
    ],
  ];
const JOB_GAUGES = [
  ['palier_job_last_run_timestamp_seconds', 'ranAt', 'The end of the last run of a periodic job.'],
  [
    'palier_job_last_success_timestamp_seconds',
    'succeededAt',
    'The end of its last successful run; before one, the time of installation.',
  ],
] as const;

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
  for (const [name, of, help] of GAUGES) addGauge(registry, name, help, async () => (await read())[of]);
  for (const [name, of, help] of JOB_GAUGES)
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const run of (await read()).jobs) this.set({ job: run.job }, run[of]);
      },
    });
}
