import { startTestPostgres } from '@palier/test-support/test-database';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { runNodeTests } from './node-tests';
import type { Tally } from '@palier/build/checks/tally';

/**
 * Runs the tests of a package on one PostgreSQL: each file works on a copy of a database with the schema or
 * the demo.
 */
export async function runDatabaseTests(packageName: string, filesPerCore?: number): Promise<Tally> {
  const postgres = await startTestPostgres(await temporaryFolder());
  try {
    return await runNodeTests(packageName, [packageName], {
      env: { TEST_POSTGRES_URL: postgres.url },
      filesPerCore,
    });
  } finally {
    await postgres.stop();
  }
}
