import { CommandError } from '@palier/base/command';
import { dataDir } from '@palier/base/paths';
import {
  createPool,
  databaseSentence,
  isCertificateRefused,
  isDatabaseUnreachable,
  type Pool,
} from '@palier/server/database';
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

/** Whether the database refused the connection or a statement, or was not reached. */
const isDatabaseFault = (error: unknown): boolean =>
  (error instanceof Error && 'severity' in error) ||
  isDatabaseUnreachable(error) ||
  (error instanceof Error && isCertificateRefused(error));

/**
 * Runs `work` on the release store. Throws a CommandError with the cause when the database does not answer or
 * refuses.
 */
export async function withStore<Result>(work: (store: Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool(storeAddress(), { asOwner: true });
  try {
    await pool.query('select');
    return await work(pool);
  } catch (error) {
    if (!isDatabaseFault(error)) throw error;
    throw new CommandError(
      `The release store: ${databaseSentence(error)}`,
      'Correct RELEASES_DATABASE_URL or the database. Users keep what they have.',
    );
  } finally {
    await pool.end();
  }
}
