import type { Queryable } from '../../database/pool';
import { recordJournalEntry } from '../../journal/journal.repository';
import { writeNotice } from '../../notices/notice.repository';
import { assertSessionIsLive, type Caller } from '../../sessions/authenticate';
import { revokeSessionsOf } from '../../sessions/session.repository';
import { applyFactorChange } from './factor.repository';

/** The journal entry and the notice of a caller's changed factor, and the end of the other sessions. */
export async function completeFactorChange(
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
