import type { Queryable } from '../database/pool';

/** Periodic jobs whose last success is in the table job_runs and in the metrics. */
export const JOBS = ['verify', 'reconcile', 'reconcile_ended', 'backup', 'forget_expired'] as const;
export type Job = (typeof JOBS)[number];

/** Records the end of a job. Rejects on a read-only database. */
export async function recordJobRun(database: Queryable, job: Job, isSuccess: boolean): Promise<void> {
  await database.query('select record_job_run($1, $2)', [job, isSuccess]);
}
