import { parseArgs } from 'node:util';
import type { Pool } from '../database/pool';
import { databaseSentence } from '../database/database-errors';
import { JOBS, recordJobRun, type Job } from '../maintenance/job-run.repository';

type Command = (pool: Pool, words: string[], operator: string) => Promise<number>;

/** `record-job <job> [--failed]` records the end of a job that another program runs. */
export async function runRecordJob(pool: Pool, words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { failed: { type: 'boolean', default: false } },
  });
  const job = JOBS.find((name) => name === positionals[0]);
  if (job === undefined || positionals.length > 1) throw new Error(`The job is one of ${JOBS.join(', ')}.`);
  await recordJobRun(pool, job, !values.failed);
  return 0;
}

/** A command whose result is recorded as the end of a job; only exit code 0 is a success. */
export const recorded =
  (jobOf: (words: readonly string[]) => Job, command: Command): Command =>
  async (pool, words, operator) => {
    const code = await command(pool, words, operator);
    // A read-only standby, where `verify` runs too, cannot record.
    await recordJobRun(pool, jobOf(words), code === 0).catch((error: unknown) =>
      process.stderr.write(`The run was not recorded: ${databaseSentence(error)}\n`),
    );
    return code;
  };
