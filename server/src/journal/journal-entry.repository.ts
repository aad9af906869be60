import type { Queryable } from '../database/pool';

/** What is done to an account by a person, beside signing in and out, which sessions record with their own rows. */
export type ActKind = 'activated' | 'deactivated' | 'password-changed';

/** Writes one line of the account's journal. To be called in the transaction of the act itself. */
export async function recordAct(
  database: Queryable,
  { userId, actorId, kind }: { userId: number; actorId: number; kind: ActKind },
): Promise<void> {
  await database.query('select record_journal_entry($1, $2, $3)', [userId, actorId, kind]);
}
