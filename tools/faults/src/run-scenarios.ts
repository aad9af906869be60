import { readdir } from 'node:fs/promises';
import { startCluster, type Cluster } from './actors/cluster';
import { createRandom } from './random';
import type { FaultResult, FaultRow } from './scenario';

const SCENARIOS = new URL('./scenarios/', import.meta.url);
/** What a row of the short form waits for may be so late. */
const SHORT_PATIENCE_MS = 60_000;

/** Every row of `scenarios/`, by id. */
export async function readRows(): Promise<FaultRow[]> {
  const files = (await readdir(SCENARIOS, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files.map(async (file) => {
      const [area, name] = file.replace(/\.ts$/, '').split(/[\\/]/);
      // The compiler finds the scenarios by the pattern of this address.
      return (await import(`./scenarios/${area}/${name}.ts`)) as { default: FaultRow[] };
    }),
  );
  return modules
    .flatMap((module) => module.default)
    .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
}

export type Outcome = { readonly row: FaultRow; readonly seconds: number } & (
  { readonly result: FaultResult } | { readonly skipped: string }
);

/** Runs one row against a shared cluster; a row that throws has failed. The books are verified after each. */
export async function runRow(
  row: FaultRow,
  {
    cluster,
    seed,
    isLong,
    trials = isLong ? row.trials.long : (row.trials.short ?? 0),
    courses = 1,
  }: { cluster: Cluster | null; seed: number; isLong: boolean; trials?: number; courses?: number },
): Promise<Outcome> {
  const startedAt = performance.now();
  const took = (): number => (performance.now() - startedAt) / 1000;
  const missing = (await row.missing?.()) ?? null;
  if (missing !== null) return { row, skipped: missing, seconds: took() };

  const own: Cluster[] = [];
  const failures: string[] = [];
  let result: FaultResult = { trials: 0, failures: [] };
  try {
    result = await row.run({
      get cluster() {
        if (cluster === null) throw new Error('a row that is apart has no shared cluster');
        return cluster;
      },
      random: createRandom(seed),
      trials,
      courses,
      isLong,
      within: (boundMs) => (isLong ? boundMs : Math.max(boundMs, SHORT_PATIENCE_MS)),
      async ownCluster(options) {
        const started = await startCluster(options);
        own.push(started);
        return started;
      },
    });
  } catch (error) {
    failures.push(
      `the row ended with: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  for (const books of cluster === null ? own : [cluster, ...own]) {
    const fault = await books.verify().catch((error: unknown) => `verify: ${String(error)}`);
    if (fault !== null) failures.push(`the books are wrong: ${fault}`);
  }
  await Promise.all(own.map((started) => started.stop()));
  return { row, seconds: took(), result: { ...result, failures: [...result.failures, ...failures] } };
}
