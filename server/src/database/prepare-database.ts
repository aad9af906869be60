import { setTimeout as wait } from 'node:timers/promises';
import type { LoginAddresses } from './application-role';
import { databaseSentence, isDatabaseUnreachable } from './database-errors';
import { checkSchema, migrate } from './migrate';
import type { Pool } from './pool';

const PATIENCE_MS = 30_000;
const RETRY_PAUSE_MS = 500;
/**
 * Starting, stopping, not promoted yet, a locked table, or no free connection, as while the replaced process
 * still runs.
 */
const TEMPORARY_CODES = ['57P03', '57P01', '25006', '55P03', '53300'];

const isTemporary = (error: unknown): boolean =>
  isDatabaseUnreachable(error) || TEMPORARY_CODES.includes((error as NodeJS.ErrnoException).code ?? '');

/** Migrates the schema. Waits and throws like `awaitSchema`. */
export const prepareDatabase = (ownerUrl: string, logins: LoginAddresses): Promise<void> =>
  withPatience(() => migrate(ownerUrl, logins));

/**
 * Waits up to 30 s for a database that is starting, until a connection of the server works. Throws an Error
 * with one clear sentence when the database does not answer, refuses the connection, or has not this
 * version's schema.
 */
export const awaitSchema = (pool: Pool): Promise<void> => withPatience(() => checkSchema(pool));

async function withPatience(work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() > deadline) throw new Error(databaseSentence(error));
      await wait(RETRY_PAUSE_MS);
    }
  }
}
