import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import type { Outcome } from './run-scenarios';
import { LIMIT_S, totalBudgetS, type Scenario } from './scenario';

const STORE = new URL('../../../docs/faults.json', import.meta.url);
const PAGE = new URL('../../../docs/faults.md', import.meta.url);

/** The last full run of a scenario, as stored in docs/faults.json. */
interface StoredResult extends Pick<Scenario, 'id' | 'title' | 'fault' | 'bound'> {
  readonly trials: number;
  readonly failures: number;
  readonly measured: string;
  /** Why the machine could not inject the fault. */
  readonly skipped?: string;
  readonly seconds: number;
  /** The system's load average over the last minute; 2 to 6 on an otherwise idle machine of two cores. */
  readonly load: number;
  readonly seed: number;
  readonly date: string;
  readonly commit: string;
}

let lastWrite: Promise<void> = Promise.resolve();

/** Stores an outcome and rewrites docs/faults.md after each scenario, so that an interrupted run keeps its results. */
export function storeOutcome(
  outcome: Outcome,
  { seed, scenarios }: { seed: number; scenarios: readonly Scenario[] },
): Promise<void> {
  lastWrite = lastWrite.then(async () => {
    const stored = JSON.parse(await readFile(STORE, 'utf8').catch(() => '[]')) as StoredResult[];
    const byId = new Map(stored.map((one) => [one.id, one]));
    byId.set(outcome.scenario.id, toStored(outcome, seed));
    const results = scenarios.flatMap(({ id }) => byId.get(id) ?? []);
    await writeFile(STORE, `[\n${results.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
    await writeFile(PAGE, renderPage(results, scenarios));
  });
  return lastWrite;
}

function toStored(outcome: Outcome, seed: number): StoredResult {
  const { id, title, fault, bound } = outcome.scenario;
  const { trials, failures, measured = '', skipped } = outcome;
  return {
    ...{ id, title, fault, bound, trials, failures: failures.length, measured },
    ...(skipped === undefined ? {} : { skipped }),
    seconds: Math.round(outcome.seconds * 10) / 10,
    load: Math.round(loadavg()[0]! * 10) / 10,
    seed,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: readCurrentCommit(),
  };
}

/** The commit, with a + when the files of server or shared differ from the commit. */
function readCurrentCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/server', ':/shared');
    return `${git('rev-parse', '--short=9', 'HEAD')}${changed === '' ? '' : '+'}`;
  } catch {
    return '–';
  }
}

function renderPage(results: readonly StoredResult[], scenarios: readonly Scenario[]): string {
  const neverRun = scenarios.filter(({ id }) => !results.some((one) => one.id === id)).map(({ id }) => id);
  const budgets = new Map(scenarios.map(({ id, trials }) => [id, trials.budgetS]));
  const inShortForm = scenarios.filter(({ trials, isSlow }) => trials.short !== undefined && !isSlow);
  const totalS = results.reduce((sum, { seconds }) => sum + seconds, 0);
  const notRun = neverRun.length === 0 ? '' : ` Not yet run in full: ${neverRun.join(', ')}.`;
  return `# Faults

Written by \`npm run test:faults\`: each scenario injects a fault into real processes on a real PostgreSQL, and each line is
the last full run of a scenario. The ledger is verified after each scenario. \`npm test\` runs ${inShortForm.length} of the ${scenarios.length} scenarios
in a short form, without time limits. \`npm run test:faults -- A1 --seed 7\` runs one of them again. Faults of remotes and
browsers and hostile pages are covered by other tests: [spec coverage](spec-coverage.md#faults).

Machine of the last run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}; callers, API processes and database share it. "Load" is
the system's load average over the last minute of the scenario: a scenario alone causes 2 to 6; with a higher load its seconds mean little.
${results.length} of ${scenarios.length} scenarios, ${formatMinutes(totalS)} minutes in all; the budget of a run of all scenarios, in which those that mostly wait run in parallel, is ${formatMinutes(totalBudgetS(scenarios))} of ${LIMIT_S / 60}.${notRun}

| Scenario | Fault | Must hold | Trials | Failures | Measured | Seconds / budget | Load | Seed | When, commit |
|---|---|---|--:|--:|---|--:|--:|--:|---|
${results.map((one) => formatRow(one, budgets.get(one.id) ?? 0)).join('\n')}
`;
}

const formatMinutes = (seconds: number): string => (seconds / 60).toFixed(1);

const formatRow = (one: StoredResult, budgetS: number): string =>
  `| ${[
    `**${one.id}** ${one.title}`,
    one.fault,
    one.bound,
    one.skipped === undefined ? one.trials.toLocaleString('en') : 'skipped',
    one.skipped === undefined ? String(one.failures) : one.skipped,
    one.measured === '' ? '–' : one.measured,
    `${one.seconds.toFixed(1)} / ${budgetS}`,
    one.load.toFixed(1),
    String(one.seed),
    `${one.date}, ${one.commit}`,
  ]
    .map((cell) => cell.replaceAll('|', '\\|'))
    .join(' | ')} |`;
