import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCluster, type Cluster } from '@palier/test-support/actors/cluster';
import { readScenarios, runScenario, type Outcome } from './run-scenarios';
import { hasShortForm, type Scenario } from './scenario';

const SEED = Number(process.env.FAULTS_SEED ?? 20_260_101);
const all = await readScenarios();
const scenarios = all.filter(
  (scenario) => hasShortForm(scenario) && (scenario.isSlow !== true || process.env.PALIER_LONG === '1'),
);
let cluster: Cluster;
const run = (scenario: Scenario): Promise<Outcome> =>
  runScenario(scenario, { cluster, seed: SEED, isLong: false, verifiesShared: false });
/** Scenarios that mostly wait, started before the others. */
const started = new Map<Scenario, Promise<Outcome>>();
before(async () => {
  cluster = await startCluster();
  for (const scenario of scenarios) if (scenario.mostlyIdle) started.set(scenario, run(scenario));
});
after(() => cluster.stop());

describe(`fault scenarios, short form, seed ${SEED}`, () => {
  for (const scenario of scenarios) {
    test(`${scenario.id} ${scenario.title}: ${scenario.fault}: ${scenario.bound}`, async () => {
      const { failures } = await (started.get(scenario) ?? run(scenario));
      assert.deepEqual(failures, []);
    });
  }

  // Once, because a verification takes as long as most scenarios.
  test('fault scenarios: the ledger is correct after all scenarios', async () => {
    await Promise.all(started.values());
    assert.equal(await cluster.verify(), null);
  });
});
