import type { BenchRow } from '../row';
import { booksRows } from './report-rows';
import { growthRows } from './growth-rows';
import { readRows } from './read-rows';
import { soakRow } from './soak-row';
import type { Stage } from './environment';
import { throughputRows } from './throughput-rows';

/** A row whose readings all begin with nothing left to write on the stage's PostgreSQL, and end with its books recounted. */
const onStage = (stage: Stage, row: BenchRow): BenchRow => ({
  ...row,
  prepare: async () => ({
    checkpoint: () => stage.checkpoint(),
    recount: () => stage.recount(),
    ...(await row.prepare()),
  }),
});

/** The rows that stand on the stage, but for the soak. */
export const ledgerRows = (stage: Stage): BenchRow[] =>
  [...throughputRows(stage), ...readRows(stage), ...growthRows(stage), ...booksRows(stage)].map((row) =>
    onStage(stage, row),
  );

/** Ten minutes and more: the last row of a run. */
export const lastRows = (stage: Stage): BenchRow[] => [onStage(stage, soakRow(stage))];
