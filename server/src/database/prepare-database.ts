import { setTimeout as wait } from 'node:timers/promises';
import { databaseSentence, isDatabaseUnreachable } from './database-errors';
import { migrate } from './migrate';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;
/** Starting, stopping, a locked table, or no free connection, as while the process that is being replaced still runs. */
const TEMPORARY_CODES = ['57P03', '57P01', '55P03', '53300'];

const isTemporary = (error: unknown): boolean =>
  isDatabaseUnreachable(error) || TEMPORARY_CODES.includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Migrates the schema, waiting up to 30 s for a database that is starting. Throws an Error with one clear sentence when the
 * database does not answer, refuses the connection, or is newer than this version.
 */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(databaseUrl);
    } catch (error) {
      if (!isTemporary(error) || performance.now() > deadline) throw new Error(databaseSentence(error));
      await wait(PAUSE_MS);
    }
  }
}
