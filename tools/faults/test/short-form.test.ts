import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { budgetOf, LIMIT_S, totalBudget } from '../src/budget';
import { startCluster, type Cluster } from '../src/actors/cluster';
import { readRows, runRow } from '../src/run-scenarios';

const SEED = Number(process.env.FAULTS_SEED ?? 20_260_101);
const all = await readRows();
const rows = all.filter(
  ({ trials, isSlow = false }) => trials.short !== undefined && (!isSlow || process.env.PALIER_LONG === '1'),
);
let cluster: Cluster;
before(async () => (cluster = await startCluster()));
after(() => cluster.stop());

test('fault rows: each has a budget, the long form ends within half an hour', () => {
  assert.deepEqual(
    all.filter(({ id }) => budgetOf(id) <= 0).map(({ id }) => id),
    [],
  );
  assert.ok(totalBudget(all) <= LIMIT_S);
});

describe(`faults, short form, seed ${SEED}`, () => {
  for (const row of rows) {
    test(`${row.id} ${row.fault}: ${row.bound}`, async (context) => {
      const outcome = await runRow(row, { cluster, seed: SEED, isLong: false });
      if ('skipped' in outcome) return context.skip(outcome.skipped);
      assert.deepEqual(outcome.result.failures, []);
    });
  }
});
