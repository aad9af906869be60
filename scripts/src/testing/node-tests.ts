import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE, ROOT } from '../paths';
import { runNode } from '../process/run';
import { NONE, SUITE_LIMIT_MS, withExitCode, type Tally } from './tally';

const FILE_LIMIT_MS = 15 * 60_000;
const REPORTER = fileURLToPath(new URL('./count-reporter.mjs', import.meta.url));

async function testFiles(packageName: string): Promise<string[]> {
  const names = await readdir(join(ROOT, packageName), { recursive: true });
  return names.filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')).sort();
}

/** The node:test suites of a package. Node 20 expands no patterns, so the files are named one by one. */
export async function runNodeTests(packageName: string, env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const files = await testFiles(packageName);
  // Without a name the runner would look for files by patterns of its own.
  if (files.length === 0) return withExitCode(NONE, 0);
  const counts = join(CACHE, 'test', `${packageName.replace('/', '-')}.json`);
  await mkdir(join(CACHE, 'test'), { recursive: true });
  await rm(counts, { force: true });
  const { code } = await runNode(
    [
      '--import',
      'tsx',
      '--test',
      // A file whose processes outlive it would hold the run for ever; so it fails, by name.
      `--test-timeout=${FILE_LIMIT_MS}`,
      // By default one core is left to the runner, which needs none: of two, that is half.
      `--test-concurrency=${availableParallelism()}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${counts}`,
      ...files,
    ],
    { cwd: join(ROOT, packageName), env, live: true, limitMs: SUITE_LIMIT_MS },
  );
  const text = await readFile(counts, 'utf8').catch(() => '');
  return withExitCode(text === '' ? NONE : (JSON.parse(text) as Tally), code);
}
