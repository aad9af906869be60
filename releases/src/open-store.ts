import { CommandError } from '@palier/base/command';
import { dataDir } from '@palier/base/paths';
import { createPool, type Pool } from '@palier/server/database';
import { databaseUrlOf } from '@palier/server/operator';
import { readLock } from '@palier/stack/lock';
import { readSecretFiles } from '@palier/stack/secret-files';

/**
 * The login of release commands: from the environment, or of the database that `npm start` runs on the data
 * folder.
 */
export function storeAddress(): string {
  readSecretFiles();
  try {
    return databaseUrlOf({ ...readLock(dataDir())?.logins, ...process.env }, 'releases');
  } catch (error) {
    throw new CommandError(
      (error as Error).message,
      'Set it to the login <database>_releases, which palier migrate prepares, ' +
        'or start the product on this data folder: npm start',
    );
  }
}

/** Runs `work` on the release store. Throws a CommandError when the database does not answer. */
export async function withStore<Result>(work: (store: Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool(storeAddress(), { asOwner: true });
  try {
    await pool.query('select').catch((error: Error) => {
      throw new CommandError(
        `The database of the release store does not answer: ${error.message || String(error)}.`,
        'Correct RELEASES_DATABASE_URL or start the database. Users keep what they have.',
      );
    });
    return await work(pool);
  } finally {
    await pool.end();
  }
}
