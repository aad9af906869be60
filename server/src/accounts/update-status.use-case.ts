import { inTransaction, type Pool } from '../database/pool';
import { recordJournalEntry } from '../journal/journal.repository';
import { assertSessionIsLive, type Caller } from '../sessions/authenticate';
import { revokeSessionsOf } from '../sessions/session.repository';
import { accountNotFound } from '../users/errors';
import { setChildActive } from '../users/user.repository';

/**
 * Activates or deactivates a direct child; toggles when `active` is undefined. Deactivating ends its sessions
 * at once.
 */
export async function updateStatus(
  pool: Pool,
  caller: Caller,
  id: number,
  active: boolean | undefined,
): Promise<{ id: number; active: boolean }> {
  const { user } = caller;
  const isActive = await inTransaction(pool, async (client) => {
    const child = await setChildActive(client, user.id, id, active);
    if (child === null) throw accountNotFound();
    const kind = child.active ? 'activated' : 'deactivated';
    if (child.hasChanged) await recordJournalEntry(client, { userId: id, actorId: user.id, kind });
    if (!child.active) await revokeSessionsOf(client, id, { reason: 'deactivated', actorId: user.id });
    await assertSessionIsLive(client, caller);
    return child.active;
  });
  return { id, active: isActive };
}
