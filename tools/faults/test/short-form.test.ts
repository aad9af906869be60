import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCluster, type Cluster } from '../src/actors/cluster';
import { readScenarios, runScenario } from '../src/run-scenarios';
import { LIMIT_S, totalBudgetS } from '../src/scenario';

const SEED = Number(process.env.FAULTS_SEED ?? 20_260_101);
const all = await readScenarios();
const scenarios = all.filter(
  ({ trials, isSlow = false }) => trials.short !== undefined && (!isSlow || process.env.PALIER_LONG === '1'),
);
let cluster: Cluster;
before(async () => (cluster = await startCluster()));
after(() => cluster.stop());

test('fault scenarios: the budgets of the long form add up to half an hour at most', () =>
  assert.ok(totalBudgetS(all) <= LIMIT_S));

describe(`fault scenarios, short form, seed ${SEED}`, () => {
  for (const scenario of scenarios) {
    test(`${scenario.id} ${scenario.title}: ${scenario.fault}: ${scenario.bound}`, async (context) => {
      const outcome = await runScenario(scenario, { cluster, seed: SEED, isLong: false });
      if ('skipped' in outcome) return context.skip(outcome.skipped);
      assert.deepEqual(outcome.result.failures, []);
    });
  }
});
