import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CACHE, ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import { EMPTY_TALLY, SUITE_LIMIT_MS, withExitCode, type Tally } from './tally';

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** Why the file could not run, or what failed in it. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly duration?: number | null;
      readonly failureMessages: readonly string[];
    }[];
  }[];
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

// A file, since Jest gives a configuration in JSON to every project in place of the project's own.
const CONFIG = join(ROOT, 'scripts/build/jest/all-projects.mjs');

/** Runs the unit tests of the front packages, or of the package `folder`, in one run of Jest. */
export async function runJest(folder?: string): Promise<Tally> {
  const require = createRequire(join(ROOT, 'shared/package.json'));
  const jest = join(dirname(require.resolve('jest/package.json')), 'bin/jest.js');
  // `npm test` and the checks of a publication may run at the same time.
  const report = join(CACHE, `test/jest-${folder ?? 'all'}.json`);
  await mkdir(dirname(report), { recursive: true });
  await rm(report, { force: true });
  const config = folder === undefined ? CONFIG : join(ROOT, folder, 'jest.config.mjs');
  const { code } = await runNode([jest, '--ci', '--json', `--outputFile=${report}`, '--config', config], {
    live: true,
    limitMs: SUITE_LIMIT_MS,
    env: { NODE_ENV: 'test' },
  });
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return withExitCode(EMPTY_TALLY, code);
  const found = JSON.parse(text) as JestReport;
  const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
  const times = found.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ title: fullName, ms: duration ?? 0 })),
  );
  const failures = found.testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ title: name, message }]
      : assertionResults
          .filter(({ failureMessages }) => failureMessages.length > 0)
          .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages.join('\n') })),
  );
  return withExitCode({ passed: found.numPassedTests, failed, failures, times }, code);
}
