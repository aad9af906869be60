import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

// The config is read again in every worker; the environment carries the first reading's choices to them.
process.env.E2E_PORT ??= '3910';
process.env.E2E_PROVIDER_PORT ??= '3911';
process.env.E2E_REMOTES_PORT ??= '3912';
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'palier-e2e-'));

// Journeys publish, activate and break releases: never in the store people use.
process.env.E2E_REMOTES_ROOT ??= path.join(process.env.E2E_DATA_DIR, 'releases');

/** Each remote's own origin, for the journeys that serve it from there. */
const remoteOrigins = ['casino', 'agent', 'reports'].map(
  (name) => `http://${name}.localhost:${process.env.E2E_REMOTES_PORT}`,
);

const executablePath = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((candidate) => candidate !== undefined && existsSync(candidate));

export default defineConfig({
  testDir: './journeys',
  // Journeys share one ledger and one machine of two cores: in order, each with accounts of its own where figures count.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  // About five times what all of them take.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'fr-TN',
    timezoneId: 'Africa/Tunis',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node --import tsx scripts/src/start.ts',
    cwd: '..',
    url: `http://localhost:${process.env.E2E_PORT}/readyz`,
    timeout: 240_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DEMO_PROVIDER_PORT: process.env.E2E_PROVIDER_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      REMOTES_ROOT: process.env.E2E_REMOTES_ROOT,
      REMOTE_ORIGINS: remoteOrigins.join(','),
      LOG_LEVEL: 'warn',
    },
  },
});
