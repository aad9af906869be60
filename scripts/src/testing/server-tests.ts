import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@palier/faults/actors/test-database';
import { runNodeTests } from './node-tests';
import type { Tally } from './tally';

/** The server's tests, on one PostgreSQL: each file works on a copy of the schema or of the demo. */
export async function runServerTests(): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-tests-'));
  // As root, PostgreSQL runs as a user of its own, which must be able to reach the folder.
  await chmod(folder, 0o755);
  const postgres = await startTestPostgres(folder);
  try {
    return await runNodeTests('server', { env: { TEST_POSTGRES_URL: postgres.url }, filesPerCore: 2 });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
