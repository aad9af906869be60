import { inTransaction } from '../database/pool';
import { unauthenticated } from '../refusals/refusal';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { hashOfToken } from '../sessions/refresh-token';
import { lockRefreshToken, revokeSession } from '../sessions/session.repository';

/**
 * Ends the caller's session and the one of the refresh token, usually the same: whoever signs out with an access token
 * that has just run out must not stay signed in. Throws unauthenticated when there is neither.
 */
export async function logout(
  { pool }: Services,
  caller: Caller | null,
  refreshToken: string | undefined,
): Promise<void> {
  const endedCount = await inTransaction(pool, async (client) => {
    const token =
      refreshToken === undefined ? null : await lockRefreshToken(client, hashOfToken(refreshToken));
    const owners = new Map<string, number>();
    if (caller !== null) owners.set(caller.sessionId, caller.user.id);
    if (token !== null && token.isUsable) owners.set(token.sessionId, token.userId);
    for (const [sessionId, actorId] of owners)
      await revokeSession(client, sessionId, { reason: 'logout', actorId });
    return owners.size;
  });
  if (endedCount === 0) throw unauthenticated();
}
