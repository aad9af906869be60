import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';

test('ledger: `npm run admin -- verify` finds it in balance after all journeys', () => {
  const run = spawnSync('node', ['scripts/bootstrap.mjs', 'admin', 'verify'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
    encoding: 'utf8',
  });
  expect(run.status, run.stdout + run.stderr).toBe(0);
});
