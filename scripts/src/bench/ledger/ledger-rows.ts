import type { BenchRow } from '../row';
import { booksRows } from './books-rows';
import { growthRows } from './growth-rows';
import { readRows } from './read-rows';
import type { Stage } from './stage';
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

/** All rows that stand on the stage. */
export const ledgerRows = (stage: Stage): BenchRow[] =>
  [...throughputRows(stage), ...readRows(stage), ...growthRows(stage), ...booksRows(stage)].map((row) =>
    onStage(stage, row),
  );
