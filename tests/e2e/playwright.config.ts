import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from '@palier/base/process/browser';

// Every worker reads this file again: the environment holds the choices of the first reading.
process.env.E2E_PORT ??= '3910';
process.env.E2E_PROVIDER_PORT ??= '3911';
process.env.E2E_REMOTES_PORT ??= '3912';
process.env.E2E_NATS_PORT ??= '3913';
process.env.E2E_RELEASES_PORT ??= '3914';
process.env.E2E_GAMES_PORT ??= '3915';
// Above 1: several server processes and NATS behind one address (docs/operations.md, Several processes).
process.env.E2E_PROCESSES ??= '1';
if (process.env.E2E_DATA_DIR === undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palier-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // On exit, because the product, whose database is in the folder, stops after every teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}

// Not the release store of the developer's own product.
process.env.E2E_REMOTES_ROOT ??= path.join(process.env.E2E_DATA_DIR, 'releases');

const executablePath = installedBrowser();

type TestConfigWebServer = Exclude<PlaywrightTestConfig['webServer'], readonly unknown[] | undefined>;

const RELEASES_URL = `http://localhost:${process.env.E2E_RELEASES_PORT}`;

const isCluster = Number(process.env.E2E_PROCESSES) > 1;

/** This machine's nats-server, or the one of the server's tests. */
const nats: TestConfigWebServer = {
  command: 'node --import tsx support/nats.ts',
  port: Number(process.env.E2E_NATS_PORT),
  timeout: 600_000,
  stderr: 'pipe',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
};

const product: TestConfigWebServer = {
  command: 'node scripts/bootstrap.mjs start',
  cwd: '../..',
  url: `http://localhost:${process.env.E2E_PORT}/readyz`,
  timeout: 20 * 60_000,
  stdout: 'ignore',
  stderr: 'pipe',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  env: {
    PORT: process.env.E2E_PORT,
    // Overrides a database that the environment names.
    DATABASE_URL: '',
    PROVIDER_DATABASE_URL: '',
    DEMO_PROVIDER_PORT: process.env.E2E_PROVIDER_PORT,
    DATA_DIR: process.env.E2E_DATA_DIR,
    // The demo provider's origin is added. Here journeys serve games of another vendor
    // (support/vendor-game.ts).
    ALLOWED_FRAME_ORIGINS: `http://localhost:${process.env.E2E_GAMES_PORT}`,
    REMOTES_ROOT: process.env.E2E_REMOTES_ROOT,
    PROCESSES: process.env.E2E_PROCESSES,
    // A journey does not wait a day for the reset of a lost second factor.
    FACTOR_RESET_WAIT_S: '0',
    ...(isCluster ? { NATS_URL: `nats://127.0.0.1:${process.env.E2E_NATS_PORT}` } : {}),
    LOG_LEVEL: 'warn',
  },
};

/** Long forms, which `npm run test:all` adds to `npm test`. */
const isLong = process.env.PALIER_LONG === '1';

/** The tests must pass on a machine that is ten times slower, so no test has a tighter limit of its own. */
const TEST_LIMIT_MS = 15 * 60_000;
const WAIT_LIMIT_MS = 2 * 60_000;

/**
 * Chromium runs without its optimising compilers and without a graphics process: a page of a journey lives
 * for seconds, and both cost a fifteenth of the browser's time.
 */
const SHORT_LIVED = ['--js-flags=--no-turbofan --no-maglev', '--in-process-gpu'];

/**
 * Without animations, which a machine without a graphics processor draws slowly; the journeys of people have
 * them.
 */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

export default defineConfig({
  // Two workers share one product, each with accounts of its own (support/test.ts).
  workers: 2,
  fullyParallel: false,
  timeout: TEST_LIMIT_MS,
  globalTimeout: 90 * 60_000,
  expect: { timeout: WAIT_LIMIT_MS },
  forbidOnly: process.env.CI !== undefined,
  // A second failure fails the run; a test that passes the second time is named at its end
  // (tests/runner/journeys.ts).
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list']],
  ...(isLong ? {} : { grepInvert: /@long/ }),
  projects: [
    { name: 'ready', testMatch: 'ready.setup.ts', teardown: 'verify-ledger' },
    { name: 'verify-ledger', testMatch: 'verify-ledger.teardown.ts' },
    // Release journeys share a server and a release store of their own and change the store for all its
    // users: one at a time.
    {
      name: 'releases',
      testDir: './remotes/releases',
      workers: 1,
      dependencies: ['ready'],
      use: { baseURL: RELEASES_URL, ...STILL },
    },
    {
      name: 'remotes',
      testDir: './remotes',
      testIgnore: 'releases/**',
      dependencies: ['ready'],
      use: STILL,
    },
    { name: 'sweep', testDir: './sweep', dependencies: ['ready'] },
    { name: 'people', testDir: './people', dependencies: ['ready'] },
  ],
  use: {
    actionTimeout: WAIT_LIMIT_MS,
    navigationTimeout: WAIT_LIMIT_MS,
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'fr-TN',
    timezoneId: 'Africa/Tunis',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Journeys answer calls in place of the server, which a worker would hide; installable.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [...BROWSER_FLAGS, ...SHORT_LIVED],
    },
  },
  webServer: [...(isCluster ? [nats] : []), product],
});
