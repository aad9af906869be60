import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@palier/scripts/postgres/embedded';
import { migrate } from '../../src/database/migrate';
import { createPool, type Pool } from '../../src/database/pool';

/** The folder of the recorded examples, and of the books that they are asked of. */
export const EXAMPLES = fileURLToPath(new URL('../../sql-examples', import.meta.url));

export interface ExampleBooks {
  readonly url: string;
  /** A data folder beside the database. */
  readonly folder: string;
  readonly owner: Pool;
  /** The connections of the application's role. */
  readonly app: Pool;
  close(): Promise<void>;
}

/** The books of `sql-examples/books.sql`, on a PostgreSQL of their own. */
export async function openExampleBooks(): Promise<ExampleBooks> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-ledger-'));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: folder });
  await migrate(database.url);
  const owner = createPool(database.url, { asOwner: true });
  const app = createPool(database.url);
  for (const statement of (await readFile(path.join(EXAMPLES, 'books.sql'), 'utf8')).split(/;\n/))
    if (/\bselect\b/.test(statement)) await owner.query(statement);
  return {
    url: database.url,
    folder,
    owner,
    app,
    async close() {
      await Promise.all([owner.end(), app.end()]);
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
