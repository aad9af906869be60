import { inTransaction, type Pool } from '../database/pool';
import { assertSessionIsLive, type Caller } from '../sessions/authenticate';
import { revokeOwnSession, revokeSessionsOf } from '../sessions/session.repository';
import { sessionNotFound } from './errors';
import { assertFreshProof } from './factors/prove-identity.use-case';

/**
 * Ends one of the caller's own live sessions, its sockets, and new stakes in games launched from it. Any but
 * the calling one needs a fresh proof, so that who took over a session does not shut the owner out.
 */
export async function endOwnSession(pool: Pool, caller: Caller, sessionId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await revokeOwnSession(client, caller.user.id, sessionId))) throw sessionNotFound();
    if (sessionId === caller.sessionId) return;
    await assertSessionIsLive(client, caller);
    await assertFreshProof(client, caller);
  });
}

/** Ends all sessions of the caller except the calling one, after a fresh proof; returns how many. */
export async function endOtherSessions(pool: Pool, caller: Caller): Promise<{ ended: number }> {
  await assertFreshProof(pool, caller);
  const { user, sessionId } = caller;
  const ended = await inTransaction(pool, async (client) => {
    const count = await revokeSessionsOf(client, user.id, {
      reason: 'ended-by-user',
      actorId: user.id,
      exceptSessionId: sessionId,
    });
    await assertSessionIsLive(client, caller);
    return count;
  });
  return { ended };
}
