import { inTransaction } from '../database/pool';
import { Refusal } from '../refusals/refusal';
import type { Services } from '../services';
import { assertStillLives, type Caller } from '../sessions/authenticate';
import { revokeOwnSession, revokeSessionsOf } from '../sessions/session.repository';

/** Foreign, missing and ended sessions are answered alike. */
const sessionNotFound = (): Refusal => new Refusal('not-found', 'Session introuvable.');

/** Ends one of the caller's own live sessions, its sockets and its games' new stakes. */
export async function endOwnSession({ pool }: Services, caller: Caller, sessionId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await revokeOwnSession(client, caller.user.id, sessionId))) throw sessionNotFound();
    // Its own it has just ended itself.
    if (sessionId !== caller.sessionId) await assertStillLives(client, caller);
  });
}

/** Ends every session of the caller but the one it calls from; answers how many there were. */
export async function endOtherSessions({ pool }: Services, caller: Caller): Promise<{ ended: number }> {
  const { user, sessionId } = caller;
  const ended = await inTransaction(pool, async (client) => {
    const count = await revokeSessionsOf(client, user.id, {
      reason: 'ended-by-user',
      actorId: user.id,
      exceptSessionId: sessionId,
    });
    await assertStillLives(client, caller);
    return count;
  });
  return { ended };
}
