import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildAll } from '../build/build-all';
import { CACHE, ROOT } from '../paths';
import { freePort } from '../process/free-port';
import { runNode, type RunResult } from '../process/run';
import { ensureBrowser } from './browser';
import { NONE, sum, withExitCode, type Tally, type TestTime } from './tally';

const E2E = join(ROOT, 'e2e');

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}
interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** Two parts of about the same length: releases and remotes, and everything else. */
const PARTS = [
  { name: 'remotes', folders: ['remotes/'] },
  { name: 'people', folders: ['people/', 'sweep/'] },
] as const;

/**
 * The journeys in a real browser, against products of their own: free ports, a data folder that is thrown away. The journeys of
 * a product run one by one, and the two parts side by side: one browser leaves a machine of two cores half idle.
 */
export async function runJourneys(): Promise<Tally> {
  const browser = await ensureBrowser();
  // The products that Playwright starts would build too, within a limit that some machines miss.
  await buildAll();
  await mkdir(join(CACHE, 'test'), { recursive: true });
  return sum(await Promise.all(PARTS.map(({ name, folders }) => runPart(name, folders, browser))));
}

async function runPart(name: string, folders: readonly string[], browser: NodeJS.ProcessEnv): Promise<Tally> {
  const report = join(CACHE, `test/journeys-${name}.json`);
  await rm(report, { force: true });
  const folder = await mkdtemp(join(tmpdir(), 'palier-e2e-'));
  const words = [...folders, `--output=test-results/${name}`];
  const env = { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  let code: number;
  try {
    ({ code } = await playwrightIn(folder, words, env));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return withExitCode(NONE, code);
  const found = JSON.parse(text) as PlaywrightReport;
  const { expected, flaky, unexpected } = found.stats;
  return withExitCode({ passed: expected + flaky, failed: unexpected, times: timesOf(found) }, code);
}

/** The time of each journey, repetitions included. */
const timesOf = ({ suites = [], specs = [] }: PlaywrightSuite): TestTime[] => [
  ...specs.map(({ title, tests }) => ({
    title,
    ms: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0),
  })),
  ...suites.flatMap(timesOf),
];

/** Playwright against a product whose data is in `folder`. */
async function playwrightIn(
  folder: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<RunResult> {
  const require = createRequire(join(E2E, 'package.json'));
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  return runNode([cli, 'test', ...words, '--reporter=list,json'], {
    cwd: E2E,
    live: true,
    env: {
      ...env,
      E2E_PORT: String(await freePort()),
      E2E_PROVIDER_PORT: String(await freePort()),
      E2E_REMOTES_PORT: String(await freePort()),
      E2E_NATS_PORT: String(await freePort()),
      E2E_DATA_DIR: folder,
    },
  });
}
