import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand } from '@palier/base/command';
import { startCluster, type Cluster } from '@palier/test-support/actors/cluster';
import { printResult, runRows, selectRows } from '@palier/test-support/rows';
import { currentCommit, currentLoad, now, storeLine } from '@palier/test-support/result-page';
import { readScenarios, runScenario, runSetUpStep, type Outcome } from './run-scenarios';
import { areaOf, hasShortForm, type Scenario } from './scenario';

const USAGE =
  'Usage: npm run test:faults -- [scenario or area, such as A1 or G …] [--seed N] [--short] [--trials N]';

interface Options {
  readonly names: readonly string[];
  readonly seed: number;
  readonly isLong: boolean;
  readonly trials?: number;
}

function readOptions(): Options {
  const options = {
    seed: { type: 'string' },
    trials: { type: 'string' },
    short: { type: 'boolean' },
  } as const;
  const { values, positionals: names } = readArguments({ allowPositionals: true, options }, USAGE);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const trials = values.trials === undefined ? {} : { trials: Number(values.trials) };
  if (![seed, trials.trials ?? 1].every(Number.isInteger))
    throw new CommandError('--seed and --trials are whole numbers.', USAGE);
  return { names, seed, isLong: values.short !== true, ...trials };
}

function selectScenarios(all: readonly Scenario[], { names, isLong }: Options): Scenario[] {
  const rows = all.map((scenario) => ({ id: scenario.id, group: areaOf(scenario), scenario }));
  const selected = selectRows(rows, names, USAGE)
    .map(({ scenario }) => scenario)
    .filter((scenario) => isLong || hasShortForm(scenario));
  if (selected.length === 0) throw new CommandError('These scenarios have no short form.', USAGE);
  return selected;
}

/**
 * Starts one cluster per area in the long form: a ledger filled by a long scenario would slow later
 * verifications.
 */
function createSharedCluster(isLong: boolean) {
  let shared: { readonly area: string; readonly cluster: Cluster } | null = null;
  const stop = async (): Promise<void> => {
    await shared?.cluster.stop();
    shared = null;
  };
  return {
    stop,
    async get(scenario: Scenario): Promise<Cluster | null> {
      if (scenario.ownCluster && isLong) return null;
      const area = isLong ? areaOf(scenario) : 'all';
      if (shared?.area !== area) await stop();
      shared ??= { area, cluster: await runSetUpStep(scenario, () => startCluster()) };
      return shared.cluster;
    },
  };
}

async function runAll(
  selected: readonly Scenario[],
  all: readonly Scenario[],
  options: Options,
): Promise<number> {
  const { seed, isLong, trials } = options;
  const shared = createSharedCluster(isLong);
  const runOne = async (scenario: Scenario): Promise<boolean> => {
    const outcome = await runScenario(scenario, { cluster: await shared.get(scenario), ...options });
    // A run with fewer trials than the long form is not a result for docs/faults.md.
    if (isLong && (trials ?? Infinity) >= (scenario.trials?.long ?? 0))
      await storeOutcome(outcome, { seed, scenarios: all });
    printResult(partsOf(outcome), outcome.failures);
    return outcome.failures.length === 0;
  };
  try {
    return await runRows(selected, runOne);
  } finally {
    await shared.stop();
  }
}

/**
 * Writes an outcome into docs/faults.md, after each scenario, so that an interrupted run keeps its results.
 */
async function storeOutcome(
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
      id,
      title,
      cells: [fault, bound, ...counts, measured, ...circumstances, `${now()}, ${await currentCommit()}`],
    },
  );
}

function partsOf({ scenario, seconds, trials, failures, measured }: Outcome): string[] {
  const parts = [
    `${scenario.id.padEnd(5)} ${scenario.title}`,
    `${trials} trials, ${failures.length} failures`,
    scenario.bound,
    measured,
  ];
  return [...parts.filter((part) => part !== undefined), `${seconds.toFixed(1)} s`];
}

runCommand(async () => {
  const options = readOptions();
  const all = await readScenarios();
  const selected = selectScenarios(all, options);
  const { names, seed } = options;
  console.log(`Seed ${seed}; repeat with: npm run test:faults -- ${names.join(' ')} --seed ${seed}\n`);
  return runAll(selected, all, options);
});
