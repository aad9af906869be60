import type { BenchRow } from '../row';
import { reportRows } from './report-rows';
import { growthRows } from './growth-rows';
import { readRows } from './read-rows';
import { soakRow } from './soak-row';
import type { Environment } from './environment';
import { throughputRows } from './throughput-rows';

/** A row whose readings all begin with nothing left to write on the stage's PostgreSQL, and end with its books recounted. */
const inEnvironment = (environment: Environment, row: BenchRow): BenchRow => ({
  ...row,
  prepare: async () => ({
    checkpoint: () => environment.checkpoint(),
    recount: () => environment.recount(),
    ...(await row.prepare()),
  }),
});

/** The rows that stand on the stage, but for the soak. */
export const ledgerRows = (environment: Environment): BenchRow[] =>
  [...throughputRows(environment), ...readRows(environment), ...growthRows(environment), ...reportRows(environment)].map((row) =>
    inEnvironment(environment, row),
  );

/** Ten minutes and more: the last row of a run. */
export const lastRows = (environment: Environment): BenchRow[] => [inEnvironment(environment, soakRow(environment))];
