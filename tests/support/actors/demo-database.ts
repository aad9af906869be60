import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/stack/postgres/embedded';
import { migrate } from '@palier/server/database';
import { seedDemo } from '@palier/server/demo/seed';
import { applicationUrlOf } from '../test-database';

/**
 * A PostgreSQL in a new data folder, with the schema and the demo's hierarchy, and durable as in production.
 */
export async function startDemoDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedPostgres({ dataDir });
  await migrate(database.url, { applicationUrl: applicationUrlOf(database.url) });
  await seedDemo(database.url);
  return database;
}
