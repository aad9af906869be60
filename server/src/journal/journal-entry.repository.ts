import type { Queryable } from '../database/pool';

/** The entries that use cases write. Signing in and out are recorded by the statements that change sessions. */
type JournalEntryKind = 'activated' | 'deactivated' | 'password-changed';

/** Writes an entry of the account's journal, in the transaction of the change it records. */
export async function recordJournalEntry(
  database: Queryable,
  { userId, actorId, kind }: { userId: number; actorId: number; kind: JournalEntryKind },
): Promise<void> {
  await database.query('select record_journal_entry($1, $2, $3)', [userId, actorId, kind]);
}
