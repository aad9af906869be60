import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster, type Cluster } from './actors/cluster';
import { storeOutcome } from './results';
import { readScenarios, runScenario, type Outcome } from './run-scenarios';
import { areaOf, STAGGER_S, totalBudgetS, type Scenario } from './scenario';

const usage = (): never => {
  console.error(
    'Usage: npm run test:faults -- [scenario or area, such as A1 or G …] [--seed N] [--short] [--trials N] [--seeds N]',
  );
  process.exit(2);
};
const readOptions = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        short: { type: 'boolean', default: false },
        trials: { type: 'string' },
        seeds: { type: 'string', default: '1' },
      },
    });
  } catch {
    return usage();
  }
};
const { values, positionals } = readOptions();
const isLong = !values.short;
const trials = values.trials === undefined ? undefined : Number(values.trials);
const seeds = Number(values.seeds);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const scenarios = await readScenarios();
const isNamed = (scenario: Scenario, name: string): boolean => [scenario.id, areaOf(scenario)].includes(name);
const isUnknown = (name: string): boolean => !scenarios.some((scenario) => isNamed(scenario, name));
const selected = scenarios.filter(
  (scenario) =>
    (positionals.length === 0 || positionals.some((name) => isNamed(scenario, name))) &&
    (isLong || scenario.trials.short !== undefined),
);
if (
  selected.length === 0 ||
  positionals.some(isUnknown) ||
  ![seed, trials ?? 1, seeds].every(Number.isInteger)
)
  usage();

console.log(`Seed ${seed}; repeat with: npm run test:faults -- ${positionals.join(' ')} --seed ${seed}\n`);
let shared: { readonly area: string; readonly cluster: Cluster } | null = null;
/** One cluster per area in the long form: a ledger filled by a long scenario would slow the verification after each later one. */
async function clusterFor(scenario: Scenario): Promise<Cluster | null> {
  if (scenario.ownCluster && isLong) return null;
  const area = isLong ? areaOf(scenario) : 'all';
  if (shared !== null && shared.area !== area) {
    await shared.cluster.stop();
    shared = null;
  }
  shared ??= { area, cluster: await startCluster() };
  return shared.cluster;
}
const outcomes: Outcome[] = [];
async function runAndReport(scenario: Scenario): Promise<void> {
  const cluster = await clusterFor(scenario);
  const options = { cluster, seed, isLong, seeds, ...(trials === undefined ? {} : { trials }) };
  const outcome = await runScenario(scenario, options);
  outcomes.push(outcome);
  // A run with fewer trials than the long form is not a result for docs/faults.md.
  if (isLong && (trials ?? Infinity) >= scenario.trials.long)
    await storeOutcome(outcome, { seed, scenarios });
  console.log(format(outcome));
  if ('result' in outcome)
    for (const failure of outcome.result.failures.slice(0, 5)) console.log(`      ${failure}`);
}
const startedAt = performance.now();
const isParallel = ({ mostlyIdle }: Scenario): boolean => mostlyIdle === true && isLong;
await Promise.all(
  selected.filter(isParallel).map(async (scenario, index) => {
    await wait(index * STAGGER_S * 1000);
    await runAndReport(scenario);
  }),
);
for (const scenario of selected) if (!isParallel(scenario)) await runAndReport(scenario);
await (shared as { cluster: Cluster } | null)?.cluster.stop();

const failed = outcomes.filter((outcome) => 'result' in outcome && outcome.result.failures.length > 0);
const skipped = outcomes.filter((outcome) => 'skipped' in outcome);
if (isLong && outcomes.length > 1) showTimes((performance.now() - startedAt) / 1000);
console.log(
  `\n${outcomes.length - failed.length - skipped.length} passed, ${failed.length} failed, ${skipped.length} skipped. Seed ${seed}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

function format(outcome: Outcome): string {
  const { scenario, seconds } = outcome;
  const name = `${scenario.id.padEnd(5)} ${scenario.title}`;
  if ('skipped' in outcome) return `– ${name} | skipped: ${outcome.skipped}`;
  const { trials: ran, failures, measured } = outcome.result;
  return [
    `${failures.length === 0 ? '✓' : '✗'} ${name}`,
    `${ran} trials, ${failures.length} failures`,
    scenario.bound,
    ...(measured === undefined ? [] : [measured]),
    `${seconds.toFixed(1)} s`,
  ].join(' | ');
}

/** Times beside budgets, for information: exceeding a budget does not fail the run. */
function showTimes(totalS: number): void {
  const show = (name: string, seconds: number, budgetS: number): void =>
    console.log(
      `${name.padEnd(8)} ${seconds.toFixed(1).padStart(8)} ${String(budgetS).padStart(7)}${seconds > budgetS ? '  over' : ''}`,
    );
  console.log('\nscenario  seconds  budget');
  for (const { scenario, seconds } of outcomes) show(scenario.id, seconds, scenario.trials.budgetS);
  show('all', totalS, totalBudgetS(outcomes.map(({ scenario }) => scenario)));
}
