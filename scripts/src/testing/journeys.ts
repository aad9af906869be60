import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildAll } from '../build/build-all';
import { CACHE, ROOT } from '../paths';
import { freePort } from '../process/free-port';
import { runNode, type RunResult } from '../process/run';
import { ensureBrowser } from './browser';
import { NONE, withExitCode, type Tally } from './tally';

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** The journeys in a real browser, against a product of their own: free ports, a data folder that is thrown away. */
export async function runJourneys(): Promise<Tally> {
  const browser = await ensureBrowser();
  // The product that Playwright starts would build too, within a limit that some machines miss.
  await buildAll();
  const report = join(CACHE, 'test/journeys.json');
  await mkdir(dirname(report), { recursive: true });
  await rm(report, { force: true });
  const folder = await mkdtemp(join(tmpdir(), 'palier-e2e-'));
  const { code } = await playwrightIn(folder, { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }).finally(
    () => rm(folder, { recursive: true, force: true }),
  );
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return withExitCode(NONE, code);
  const { stats } = JSON.parse(text) as PlaywrightReport;
  return withExitCode({ passed: stats.expected + stats.flaky, failed: stats.unexpected }, code);
}

/** Playwright against a product whose data is in `folder`. */
async function playwrightIn(folder: string, env: NodeJS.ProcessEnv): Promise<RunResult> {
  const require = createRequire(join(ROOT, 'e2e/package.json'));
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  return runNode([cli, 'test', '--reporter=list,json'], {
    cwd: join(ROOT, 'e2e'),
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
