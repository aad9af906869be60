import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from '@palier/scripts/testing/browser';

// The config is read again in every worker; the environment carries the first reading's choices to them.
process.env.E2E_PORT ??= '3910';
process.env.E2E_PROVIDER_PORT ??= '3911';
process.env.E2E_REMOTES_PORT ??= '3912';
process.env.E2E_NATS_PORT ??= '3913';
// Above 1: several server processes and NATS behind one address (docs/operations.md, Several processes).
process.env.E2E_PROCESSES ??= '1';
if (process.env.E2E_DATA_DIR === undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palier-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // At the very end: a global teardown comes before the product is stopped, whose database is in it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}

// Journeys publish, activate and break releases: never in the store people use.
process.env.E2E_REMOTES_ROOT ??= path.join(process.env.E2E_DATA_DIR, 'releases');

/** Each remote's own origin, for the journeys that serve it from there. */
const remoteOrigins = ['casino', 'agent', 'reports'].map(
  (name) => `http://${name}.localhost:${process.env.E2E_REMOTES_PORT}`,
);

const executablePath = installedBrowser();

type TestConfigWebServer = Exclude<PlaywrightTestConfig['webServer'], readonly unknown[] | undefined>;

const isCluster = Number(process.env.E2E_PROCESSES) > 1;

/** This machine's nats-server, or what stands in for it in the server's own tests. */
const nats: TestConfigWebServer = {
  command: 'node --import tsx support/nats.ts',
  port: Number(process.env.E2E_NATS_PORT),
  timeout: 30_000,
  stderr: 'pipe',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
};

const product: TestConfigWebServer = {
  command: 'node --import tsx scripts/src/start.ts',
  cwd: '..',
  url: `http://localhost:${process.env.E2E_PORT}/readyz`,
  timeout: 240_000,
  stdout: 'ignore',
  stderr: 'pipe',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  env: {
    PORT: process.env.E2E_PORT,
    // Journeys move money and deactivate accounts: never on a database that the shell happens to name.
    DATABASE_URL: '',
    PROVIDER_DATABASE_URL: '',
    DEMO_PROVIDER_PORT: process.env.E2E_PROVIDER_PORT,
    DATA_DIR: process.env.E2E_DATA_DIR,
    REMOTES_ROOT: process.env.E2E_REMOTES_ROOT,
    REMOTE_ORIGINS: remoteOrigins.join(','),
    PROCESSES: process.env.E2E_PROCESSES,
    ...(isCluster ? { NATS_URL: `nats://127.0.0.1:${process.env.E2E_NATS_PORT}` } : {}),
    LOG_LEVEL: 'warn',
  },
};

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '*/**/*.spec.ts', teardown: 'verify-ledger' },
    { name: 'verify-ledger', testMatch: 'verify-ledger.teardown.ts' },
  ],
  // Journeys share one ledger and one machine of two cores: in order, each with accounts of its own where figures count.
  workers: 1,
  fullyParallel: false,
  // What a busy machine adds is not the product's; what never comes still fails.
  timeout: 120_000,
  // About five times what all of them take.
  globalTimeout: 90 * 60_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'fr-TN',
    timezoneId: 'Africa/Tunis',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [...BROWSER_FLAGS],
    },
  },
  webServer: [...(isCluster ? [nats] : []), product],
});
