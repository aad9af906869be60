import type { Queryable } from '../../database/pool';
import { recordJournalEntry } from '../../journal/journal.repository';
import { writeNotice } from '../../notices/notice.repository';
import { assertSessionIsLive, type Caller } from '../../sessions/authenticate';
import { revokeSessionsOf } from '../../sessions/session.repository';
import { applyFactorChange } from './factor.repository';

/**
 * Follows a caller's change of a factor in its transaction: counts it, writes the journal entry and the
 * notice, and ends the other sessions. Throws when the caller's own session has ended meanwhile.
 */
export async function recordFactorChange(
  client: Queryable,
  caller: Caller,
  kind: 'factor-added' | 'factor-removed',
): Promise<void> {
  const { user, sessionId } = caller;
  await applyFactorChange(client, user.id);
  await recordJournalEntry(client, { userId: user.id, actorId: user.id, kind });
  await writeNotice(client, { userId: user.id, kind, values: { by: user.username } });
  await revokeSessionsOf(client, user.id, {
    reason: 'factor-changed',
    actorId: user.id,
    exceptSessionId: sessionId,
  });
  await assertSessionIsLive(client, caller);
}
