import type { Queryable } from '../database/pool';

/** The periodic jobs of this program; deploy/backup/backup-check records `backup`. */
export type Job = 'verify' | 'reconcile' | 'reconcile_ended' | 'forget_expired' | 'network';

/** Records the end of a job. Rejects on a read-only database. */
export async function recordJobRun(database: Queryable, job: Job, isSuccess: boolean): Promise<void> {
  await database.query('select record_job_run($1, $2)', [job, isSuccess]);
}

/** Times in seconds since 1970. The first success of a job is the time of its installation. */
export interface JobRun {
  readonly job: string;
  readonly ranAt: number;
  readonly succeededAt: number;
}

export async function readJobRuns(database: Queryable): Promise<JobRun[]> {
  const { rows } = await database.query<JobRun>(
    `select job, extract(epoch from ran_at)::float8 as "ranAt",
            extract(epoch from succeeded_at)::float8 as "succeededAt"
       from job_runs`,
  );
  return rows;
}
