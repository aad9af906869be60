import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SetupError } from '@palier/base/command';
import { runScenario } from '../run-scenarios';
import type { Scenario, ScenarioContext } from '../scenario';

/** A scenario that recovers after `recoveryMs` where a second is allowed. */
const recoveringAfter = (recoveryMs: number): Scenario => ({
  id: 'Z1',
  title: '',
  fault: '',
  bound: '',
  trials: {
    short: 1,
    long: 1,
  },
  run: ({ within, expect }) => Promise.resolve(expect(recoveryMs <= within(1e3), 'too slow')),
});

for (const [form, isLong, recoveryMs, fails] of [
  ['long', true, 1_500, true],
  ['long', true, 500, false],
  ['short', false, 1_500, false],
  ['short', false, 90_000, true],
] as const)
  test(`time limit of a second: the ${form} form judges a recovery after ${recoveryMs} ms`, async () => {
    const outcome = await runScenario(recoveringAfter(recoveryMs), { cluster: null, seed: 1, isLong });
    assert.equal(outcome.failures.length > 0, fails, outcome.failures.join());
  });

const refuse = (): Promise<never> => Promise.reject(new Error('no memory'));
for (const [title, run] of [
  ['cluster does not start', (context) => context.startOwnCluster()],
  ['other step of its set-up fails', (context) => context.runSetUpStep(refuse)],
] as const satisfies readonly (readonly [string, (context: ScenarioContext) => Promise<unknown>])[])
  test(`A scenario whose ${title} has no outcome that could be stored`, async () => {
    const scenario = {
      ...recoveringAfter(0),
      run: async (context: ScenarioContext) => void (await run(context)),
    };
    await assert.rejects(
      runScenario(scenario, { cluster: null, seed: 1, isLong: true, start: refuse }),
      (error) => error instanceof SetupError && error.message.includes('The set-up of Z1 failed'),
    );
  });

test('An exception of a scenario after its set-up is a failure of its outcome', async () => {
  const scenario = { ...recoveringAfter(0), run: () => Promise.reject(new Error('the server has ended')) };
  const { failures } = await runScenario(scenario, { cluster: null, seed: 1, isLong: true });
  assert.match(failures.join(), /exception: Error: the server has ended/);
});
