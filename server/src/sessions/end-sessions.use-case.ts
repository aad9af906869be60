import { inTransaction } from '../database/pool';
import { Refusal } from '../errors/refusal';
import type { Services } from '../services';
import type { Caller } from './authenticate';
import { revokeOwnSession, revokeSessionsOf } from './session.repository';

/** Foreign, missing and ended sessions are answered alike. */
const sessionNotFound = (): Refusal => new Refusal('not-found', 'Session introuvable.');

/** Ends one of the caller's own live sessions, its sockets and its games' new stakes. */
export async function endOwnSession(
  { pool, hub }: Services,
  { user }: Caller,
  sessionId: string,
): Promise<void> {
  if (!(await revokeOwnSession(pool, user.id, sessionId))) throw sessionNotFound();
  hub.closeSocketsOfSession(sessionId);
}

/** Ends every session of the caller but the one it calls from; answers how many there were. */
export async function endOtherSessions(
  { pool, hub }: Services,
  { user, sessionId }: Caller,
): Promise<{ ended: number }> {
  const ended = await inTransaction(pool, (client) =>
    revokeSessionsOf(client, user.id, {
      reason: 'ended-by-user',
      actorId: user.id,
      exceptSessionId: sessionId,
    }),
  );
  hub.closeSocketsOfUser(user.id, sessionId);
  return { ended };
}
