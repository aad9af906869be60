import type { JournalEntry, Journal } from '@palier/shared/contracts';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/**
 * A part of an account's journal, before the entry with the id `before` or, when null, from the newest; dates
 * are local to `timeZone`.
 */
interface JournalPart {
  readonly userId: number;
  readonly before: number | null;
  readonly size: number;
  readonly timeZone: string;
  /** The reading session, when it belongs to the account. */
  readonly ownSessionId: string | null;
}

/** Reads a part of an account's journal, newest first. Paged by id, so all parts cost the same. */
export async function readJournal(
  database: Queryable,
  { userId, before, size, timeZone, ownSessionId }: JournalPart,
): Promise<Journal> {
  const [{ rows }, lastSignInAt] = await Promise.all([
    database.query<Omit<JournalEntry, 'id'> & { id: bigint }>({
      name: 'journal',
      text: `select a.id, ${localTime('a.created_at', '$4')} as date, a.kind,
                    actor.username as "actorUsername", a.browser, a.system, a.session_count as "sessionCount",
                    case when a.kind = 'sessions-ended' then a.reason end as reason
               from journal_entries a left join users actor on actor.id = a.actor_id
              where a.user_id = $1 and a.id < coalesce($2::bigint, 9223372036854775807)
              order by a.id desc limit $3`,
      values: [userId, before, size + 1, timeZone],
    }),
    findLastSignIn(database, userId, timeZone, ownSessionId),
  ]);
  const data = rows.slice(0, size).map((act) => ({ ...act, id: Number(act.id) }));
  return { data, next: rows.length > size ? (data.at(-1)?.id ?? null) : null, lastSignInAt };
}

/** The latest sign-in in the journal except that of `exceptSessionId`; local to `timeZone`. */
export async function findLastSignIn(
  database: Queryable,
  userId: number,
  timeZone: string,
  exceptSessionId: string | null,
): Promise<string | null> {
  const { rows } = await database.query<{ date: string }>({
    name: 'last-sign-in',
    text: `select ${localTime('created_at', '$2')} as date from journal_entries
            where user_id = $1 and kind = 'signed-in' and session_id is distinct from $3::uuid
              order by id desc limit 1`,
    values: [userId, timeZone, exceptSessionId],
  });
  return rows[0]?.date ?? null;
}

/**
 * The entries that use cases write. Signing in and out are recorded by the statements that change sessions.
 */
type JournalEntryKind =
  | 'activated'
  | 'deactivated'
  | 'password-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-codes-made'
  | 'factor-reset-asked'
  | 'factor-reset-withdrawn';

/** Writes an entry of the account's journal, in the transaction of the change it records. */
export async function recordJournalEntry(
  database: Queryable,
  entry: { userId: number; actorId: number; kind: JournalEntryKind; reason?: string },
): Promise<void> {
  const { userId, actorId, kind, reason = null } = entry;
  await database.query('select record_journal_entry($1, $2, $3, because => $4)', [
    userId,
    actorId,
    kind,
    reason,
  ]);
}
