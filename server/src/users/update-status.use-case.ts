import { inTransaction } from '../database/pool';
import { accountNotFound } from '../errors/refusal';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { revokeSessionsOf } from '../sessions/session.repository';
import { setChildActive } from './user.repository';

/** Activates or deactivates a direct child; without a target it toggles. Deactivating ends its sessions at once. */
export async function updateStatus(
  { pool, hub }: Services,
  { user }: Caller,
  id: number,
  active: boolean | undefined,
): Promise<{ id: number; active: boolean }> {
  const updated = await inTransaction(pool, async (client) => {
    const child = await setChildActive(client, user.id, id, active);
    if (child === null) throw accountNotFound();
    if (!child.active) await revokeSessionsOf(client, id, 'deactivated');
    return child;
  });
  if (!updated.active) hub.closeSocketsOfUser(id);
  return updated;
}
