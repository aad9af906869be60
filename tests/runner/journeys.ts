import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildAll } from '@palier/releases/build-all';
import { CACHE, ROOT } from '@palier/base/paths';
import { freePort } from '@palier/base/process/free-port';
import { runNode, type RunResult } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { ensureBrowser } from '@palier/base/process/browser';
import {
  EMPTY_TALLY,
  withExitCode,
  type Failure,
  type Tally,
  type TestTime,
} from '@palier/build/checks/tally';

const E2E = join(ROOT, 'tests/e2e');

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}
interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/**
 * Runs the journeys in a real browser, against a new product on free ports, whose data folder is deleted
 * afterwards. PALIER_LONG=1 adds the long forms.
 */
export const runJourneys = (): Promise<Tally> => runInBrowser('journeys', []);

/** Compares the pictures of all screens, in the same way, against a product of their own. */
export const runPictures = (): Promise<Tally> =>
  runInBrowser('pictures', ['--config', 'pictures.config.ts', '--project', 'pictures']);

async function runInBrowser(name: string, options: readonly string[]): Promise<Tally> {
  const browser = await ensureBrowser();
  // Before Playwright starts the product, whose start has a time limit.
  await buildAll();
  await mkdir(join(CACHE, 'test'), { recursive: true });
  const report = join(CACHE, `test/${name}.json`);
  await rm(report, { force: true });
  const { code } = await runPlaywright(options, { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return withExitCode(EMPTY_TALLY, code);
  const found = JSON.parse(text) as PlaywrightReport;
  const { expected, flaky, unexpected } = found.stats;
  const tally = {
    passed: expected + flaky,
    failed: unexpected,
    failures: failuresOf(found),
    times: timesOf(found),
  };
  return withExitCode(tally, code);
}

/** Of each journey that failed, also of one that passed when it was repeated. */
export const failuresOf = ({ suites = [], specs = [] }: PlaywrightSuite): Failure[] => [
  ...specs.flatMap(({ title, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap(({ error }) => error?.message ?? []);
    if (ok && errors.length === 0) return [];
    return [{ title: ok ? `${title} (passed when repeated)` : title, message: errors.join('\n') }];
  }),
  ...suites.flatMap(failuresOf),
];

/** The time of each journey, repetitions included. */
const timesOf = ({ suites = [], specs = [] }: PlaywrightSuite): TestTime[] => [
  ...specs.map(({ title, tests }) => ({
    title,
    ms: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0),
  })),
  ...suites.flatMap(timesOf),
];

async function runPlaywright(options: readonly string[], env: NodeJS.ProcessEnv): Promise<RunResult> {
  const require = createRequire(join(E2E, 'package.json'));
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  return runNode([cli, 'test', '--reporter=list,json', ...options], {
    cwd: E2E,
    live: true,
    env: {
      ...env,
      E2E_PORT: String(await freePort()),
      E2E_PROVIDER_PORT: String(await freePort()),
      E2E_REMOTES_PORT: String(await freePort()),
      E2E_NATS_PORT: String(await freePort()),
      E2E_RELEASES_PORT: String(await freePort()),
      E2E_GAMES_PORT: String(await freePort()),
      E2E_DATA_DIR: await temporaryFolder(),
    },
  });
}
