import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@palier/faults/actors/test-database';
import { runNodeTests } from './node-tests';
import type { Tally } from './tally';

/** Runs the server's tests on one PostgreSQL: each file works on a copy of a database with the schema or the demo. */
export async function runServerTests(): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-tests-'));
  // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const postgres = await startTestPostgres(folder);
  try {
    return await runNodeTests('server', { env: { TEST_POSTGRES_URL: postgres.url }, filesPerCore: 2 });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
