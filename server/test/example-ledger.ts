import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@palier/test-support/test-database';
import { createPool, type Pool, type Queryable } from '../src/database/pool';

export interface ExampleLedger {
  readonly url: string;
  /** The address with the login of the server's connections. */
  readonly applicationUrl: string;
  /** A data folder beside the database. */
  readonly folder: string;
  readonly owner: Pool;
  /** The connections of the application's role. */
  readonly app: Pool;
  close(): Promise<void>;
}

/** A capo, a super admin, an admin and a client, with money and movements. */
export async function writeExampleLedger(owner: Queryable): Promise<void> {
  await owner.query(await readFile(new URL('./example-ledger.sql', import.meta.url), 'utf8'));
}

/** The ledger of `example-ledger.sql`, in a database of its own. */
export async function openExampleLedger(): Promise<ExampleLedger> {
  const database = await createTestDatabase('schema');
  const owner = createPool(database.url, { asOwner: true });
  const app = createPool(database.applicationUrl);
  await writeExampleLedger(owner);
  return {
    url: database.url,
    applicationUrl: database.applicationUrl,
    folder: database.folder,
    owner,
    app,
    async close() {
      await Promise.all([owner.end(), app.end()]);
      await database.drop();
    },
  };
}
