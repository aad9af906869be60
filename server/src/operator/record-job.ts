import { databaseSentence } from '../database/database-errors';
import type { Pool } from '../database/pool';
import { JOBS, recordJobRun, type Job } from '../maintenance/job-run.repository';
import { EXIT, UsageError, type OperatorCommand } from './operator-command';

/** `record-job <job> [--failed]` records the end of a job that another program runs. */
export const recordJob: OperatorCommand = {
  forms: ['<job> [--failed]'],
  summary: 'records the end of a job that this program does not run, such as backup',
  help: `The job is one of ${JOBS.join(', ')}.`,
  words: [1, 1],
  options: { failed: { type: 'boolean', default: false } },
  database: 'application',
  async run({ pool, words: [name], options }) {
    const job = JOBS.find((one) => one === name);
    if (job === undefined) throw new UsageError(`The job is one of ${JOBS.join(', ')}.`);
    await recordJobRun(pool, job, options.failed !== true);
    return EXIT.ok;
  },
};

/** Records the end of a command that is a job. A read-only standby, where `verify` runs too, cannot record. */
export const recordEnd = (pool: Pool, job: Job, isSuccess: boolean): Promise<unknown> =>
  recordJobRun(pool, job, isSuccess).catch((error: unknown) =>
    process.stderr.write(`The run was not recorded: ${databaseSentence(error)}\n`),
  );
