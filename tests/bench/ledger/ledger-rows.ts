import type { BenchRow } from '../row';
import { reportRows } from './report-rows';
import { growthRows } from './growth-rows';
import { openLoopRow } from './open-loop-row';
import { movementRows } from './movement-rows';
import { readRows } from './read-rows';
import { soakRows } from './soak-rows';
import type { Environment } from './environment';
import { throughputRows } from './throughput-rows';

/** Adds checkpoint and ledger verification to a benchmark. */
const inEnvironment = (environment: Environment, row: BenchRow): BenchRow => ({
  ...row,
  prepare: async () => ({
    checkpoint: () => environment.checkpoint(),
    recount: () => environment.recount(),
    ...(await row.prepare()),
  }),
});

/** The benchmarks on the shared PostgreSQL, without the soak. */
export const ledgerRows = (environment: Environment): BenchRow[] =>
  [
    ...throughputRows(environment),
    openLoopRow(environment),
    ...movementRows(environment),
    ...readRows(environment),
    ...growthRows(environment),
    ...reportRows(environment),
  ].map((row) => inEnvironment(environment, row));

/** The soak takes over ten minutes and is the last of a run. */
export const lastRows = (environment: Environment): BenchRow[] =>
  soakRows(environment).map((row) => inEnvironment(environment, row));
