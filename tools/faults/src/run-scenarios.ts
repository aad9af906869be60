import { readdir } from 'node:fs/promises';
import { startCluster, type Cluster } from './actors/cluster';
import { createRandom } from './random';
import type { Scenario, ScenarioResult } from './scenario';

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

export type Outcome = { readonly scenario: Scenario; readonly seconds: number } & (
  { readonly result: ScenarioResult } | { readonly skipped: string }
);

/** Runs one scenario, then verifies the ledger of every cluster it used. An exception counts as a failure. */
export async function runScenario(
  scenario: Scenario,
  {
    cluster,
    seed,
    isLong,
    trials = isLong ? scenario.trials.long : (scenario.trials.short ?? 0),
    seeds = 1,
  }: { cluster: Cluster | null; seed: number; isLong: boolean; trials?: number; seeds?: number },
): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsedS = (): number => (performance.now() - startedAt) / 1000;
  const skipped = scenario.unsupported?.() ?? null;
  if (skipped !== null) return { scenario, skipped, seconds: elapsedS() };

  const own: Cluster[] = [];
  const failures: string[] = [];
  let result: ScenarioResult = { trials: 0, failures: [] };
  try {
    result = await scenario.run({
      get cluster() {
        if (cluster === null) throw new Error('a scenario with ownCluster has no shared cluster');
        return cluster;
      },
      random: createRandom(seed),
      trials,
      seeds,
      isLong,
      within: (limitMs) => (isLong ? limitMs : Math.max(limitMs, SHORT_FORM_LIMIT_MS)),
      async startOwnCluster(options) {
        const started = await startCluster(options);
        own.push(started);
        return started;
      },
    });
  } catch (error) {
    failures.push(`exception: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  for (const used of cluster === null ? own : [cluster, ...own]) {
    const fault = await used.verify().catch((error: unknown) => `verify: ${String(error)}`);
    if (fault !== null) failures.push(`ledger verification failed: ${fault}`);
  }
  await Promise.all(own.map((started) => started.stop()));
  return {
    scenario,
    seconds: elapsedS(),
    result: { ...result, failures: [...result.failures, ...failures] },
  };
}
