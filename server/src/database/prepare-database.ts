import { setTimeout as wait } from 'node:timers/promises';
import { databaseSentence } from './database-sentence';
import { migrate } from './migrate';
import { isUnreachable } from './database-errors';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;
/** Starting, stopping, a table held, or every connection taken, as by the process that this one takes the place of. */
const WAITED_FOR = ['57P03', '57P01', '55P03', '53300'];

const isWaitedFor = (error: unknown): boolean =>
  isUnreachable(error) || WAITED_FOR.includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Brings the schema up to date; a database that is still starting is waited for (30 s). Throws an Error with one clear
 * sentence when it does not come, refuses us, or is newer than this version.
 */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(databaseUrl);
    } catch (error) {
      if (!isWaitedFor(error) || performance.now() > deadline) throw new Error(databaseSentence(error));
      await wait(PAUSE_MS);
    }
  }
}
