import { readdir } from 'node:fs/promises';
import { SetupError } from '@palier/base/command';
import { startCluster, type Cluster } from '@palier/test-support/actors/cluster';
import { errorsOf } from '@palier/test-support/actors/raw-http';
import { createRandom } from '@palier/test-support/random';
import type { Scenario, ScenarioContext } from './scenario';

const SCENARIOS = new URL('./scenarios/', import.meta.url);
const SHORT_FORM_LIMIT_MS = 60_000;

/** Every scenario of `scenarios/`, by id. */
export async function readScenarios(): Promise<Scenario[]> {
  const files = (await readdir(SCENARIOS, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files.map(async (file) => {
      const [area, name] = file.replace(/\.ts$/, '').split(/[\\/]/);
      // The bundler of the tests resolves the files by the pattern of this path.
      return (await import(`./scenarios/${area}/${name}.ts`)) as { default: Scenario[] };
    }),
  );
  return modules
    .flatMap((module) => module.default)
    .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
}

export interface Outcome {
  readonly scenario: Scenario;
  readonly seconds: number;
  readonly trials: number;
  /** One line per broken requirement. */
  readonly failures: readonly string[];
  readonly measured?: string;
}

export interface RunOptions {
  /** The shared cluster; null for a scenario that starts a cluster of its own. */
  readonly cluster: Cluster | null;
  readonly seed: number;
  readonly isLong: boolean;
  /** Default: the scenario's number for the form. */
  readonly trials?: number;
  /** Starts a cluster of the scenario's own. */
  readonly start?: typeof startCluster;
  /** False: the caller verifies the shared cluster, once after all scenarios. */
  readonly verifiesShared?: boolean;
}

/**
 * Runs a step that prepares a scenario. Its failure is no result of the scenario: a SetupError, which ends
 * the run.
 */
export async function runSetUpStep<Result>({ id }: Scenario, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const [line = ''] = String(error).split('\n');
    throw new SetupError(
      `The set-up of ${id} failed, so nothing was stored: ${line}`,
      'Correct the cause, then run the scenario again.',
    );
  }
}

/**
 * Runs one scenario, then verifies the ledger of every cluster it used. An exception counts as a failure.
 * Throws a SetupError when the scenario could not begin.
 */
export async function runScenario(
  scenario: Scenario,
  { verifiesShared = true, ...options }: RunOptions,
): Promise<Outcome> {
  const startedAt = performance.now();
  const clusters = options.cluster === null ? [] : [options.cluster];
  const failures: string[] = [];
  const trace: Trace = { clusters, failures, checkCount: 0 };
  const context = contextOf(scenario, options, trace);
  const unprepared: SetupError[] = [];
  const measured = await scenario.run(context).catch((error: unknown) => {
    if (error instanceof SetupError) unprepared.push(error);
    failures.push(`exception: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  const own = clusters.filter((cluster) => cluster !== options.cluster);
  const [setupError] = unprepared;
  if (setupError !== undefined) {
    await Promise.all(own.map((cluster) => cluster.stop()));
    throw setupError;
  }
  for (const cluster of verifiesShared ? clusters : own) {
    const fault = await cluster.verify().catch((error: unknown) => `verify: ${String(error)}`);
    if (fault !== null) failures.push(`ledger verification failed: ${fault}`);
  }
  await Promise.all(own.map((cluster) => cluster.stop()));
  const trials = scenario.trials === undefined ? trace.checkCount : context.trials;
  const seconds = (performance.now() - startedAt) / 1000;
  return { scenario, trials, failures, seconds, ...(typeof measured === 'string' ? { measured } : {}) };
}

/** What a run leaves: the clusters it used, its broken requirements and the number of its checks. */
interface Trace {
  readonly clusters: Cluster[];
  readonly failures: string[];
  checkCount: number;
}

function contextOf(
  scenario: Scenario,
  {
    cluster,
    seed,
    isLong,
    start = startCluster,
    trials = (isLong ? scenario.trials?.long : scenario.trials?.short) ?? 1,
  }: RunOptions,
  trace: Trace,
): ScenarioContext {
  const { clusters, failures } = trace;
  const expect = (holds: boolean, failure: string): void => {
    trace.checkCount += 1;
    if (!holds) failures.push(failure);
  };
  const startOwnCluster: ScenarioContext['startOwnCluster'] = async (options) => {
    const started = await runSetUpStep(scenario, () => start(options));
    clusters.push(started);
    return started;
  };
  return {
    get cluster() {
      if (cluster === null) throw new Error('a scenario with ownCluster has no shared cluster');
      return cluster;
    },
    startOwnCluster,
    runSetUpStep: (step) => runSetUpStep(scenario, step),
    clusterOfForm: async (options) => (isLong || cluster === null ? startOwnCluster(options) : cluster),
    random: createRandom(seed),
    trials,
    isLong,
    within: (limitMs) => (isLong ? limitMs : Math.max(limitMs, SHORT_FORM_LIMIT_MS)),
    fail: (failure) => void failures.push(failure),
    expect,
    expectAnswer(call, answer, ...statuses) {
      const isExplained = answer.status < 400 || errorsOf(answer).length > 0;
      const isExpected = statuses.includes(answer.status) && isExplained;
      expect(
        isExpected,
        `${call}: ${answer.status} ${answer.text.slice(0, 200)}, not ${statuses.join(' or ')}`,
      );
    },
  };
}
