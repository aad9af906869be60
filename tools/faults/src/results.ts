import { currentCommit, currentLoad, now, storeLine } from './result-page';
import type { Outcome } from './run-scenarios';
import type { Scenario } from './scenario';

/** Writes an outcome into docs/faults.md, after each scenario, so that an interrupted run keeps its results. */
export async function storeOutcome(
  { scenario, trials, failures, measured = '–', seconds }: Outcome,
  { seed, scenarios }: { seed: number; scenarios: readonly Scenario[] },
): Promise<void> {
  const { id, title, fault, bound } = scenario;
  const counts = [trials.toLocaleString('en'), String(failures.length)];
  const circumstances = [seconds.toFixed(1), currentLoad().toFixed(1), String(seed)];
  await storeLine(
    'docs/faults.md',
    scenarios.map((one) => one.id),
    {
      ...{ id, title },
      cells: [fault, bound, ...counts, measured, ...circumstances, `${now()}, ${await currentCommit()}`],
    },
  );
}
