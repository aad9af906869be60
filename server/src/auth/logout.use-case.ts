import { inTransaction, type Pool } from '../database/pool';
import type { Caller } from '../sessions/authenticate';
import { unauthenticated } from '../sessions/errors';
import { hashOfToken } from '../sessions/refresh-token';
import { lockRefreshToken, revokeSession } from '../sessions/session.repository';

/**
 * Ends the session of the access token and that of the refresh token, which are usually the same: with an
 * access token that has just expired, the refresh token alone signs out. Throws unauthenticated without
 * either.
 */
export async function logout(
  pool: Pool,
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
