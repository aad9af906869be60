import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTests } from '@palier/build/programs/compile.mjs';
import { CACHE, ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import { EMPTY_TALLY, SUITE_LIMIT_MS, withExitCode, type Tally } from '@palier/build/checks/tally';

const FILE_LIMIT_MS = 25 * 60_000;
const REPORTER = fileURLToPath(new URL('./count-reporter.mjs', import.meta.url));

interface NodeTestOptions {
  readonly env?: NodeJS.ProcessEnv;
  /**
   * Test files run at once per core; more than one when the files mostly wait for timers, locks and the
   * database.
   */
  readonly filesPerCore?: number | undefined;
}

/**
 * Compiles and runs the node:test suites of packages in one run.
 * @param title names the run's report
 */
export async function runNodeTests(
  title: string,
  packageNames: readonly string[],
  { env = {}, filesPerCore = 1 }: NodeTestOptions = {},
): Promise<Tally> {
  const files: string[] = [];
  for (const packageName of packageNames) files.push(...(await compileTests(packageName)));
  // Without names the runner looks for files by its own patterns.
  if (files.length === 0) return withExitCode(EMPTY_TALLY, 0);
  const counts = join(CACHE, 'test', `${title}.json`);
  await mkdir(join(CACHE, 'test'), { recursive: true });
  await rm(counts, { force: true });
  const { code } = await runNode(
    [
      '--enable-source-maps',
      '--test',
      // A test file whose child processes still run would keep the run waiting: at the limit the file fails
      // by name.
      `--test-timeout=${FILE_LIMIT_MS}`,
      // By default the runner keeps one core for itself, which is half of a machine with two cores.
      `--test-concurrency=${availableParallelism() * filesPerCore}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${counts}`,
      ...files.map((file) => join(ROOT, file)),
    ],
    { cwd: ROOT, env, live: true, limitMs: SUITE_LIMIT_MS },
  );
  const text = await readFile(counts, 'utf8').catch(() => '');
  return withExitCode(text === '' ? EMPTY_TALLY : (JSON.parse(text) as Tally), code);
}
