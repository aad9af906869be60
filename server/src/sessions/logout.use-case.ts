import { inTransaction } from '../database/pool';
import { unauthenticated } from '../errors/refusal';
import type { Services } from '../services';
import type { Caller } from './authenticate';
import { hashOfToken } from './refresh-token';
import { lockRefreshToken, revokeSession } from './session.repository';

/**
 * Ends the caller's session and the one of the refresh token, usually the same: whoever signs out with an access token
 * that has just run out must not stay signed in. Throws unauthenticated when there is neither.
 */
export async function logout(
  { pool, hub }: Services,
  caller: Caller | null,
  refreshToken: string | undefined,
): Promise<void> {
  const ended = await inTransaction(pool, async (client) => {
    const token =
      refreshToken === undefined ? null : await lockRefreshToken(client, hashOfToken(refreshToken));
    const sessionIds = new Set<string>();
    if (caller !== null) sessionIds.add(caller.sessionId);
    if (token !== null && token.isUsable) sessionIds.add(token.sessionId);
    for (const sessionId of sessionIds) await revokeSession(client, sessionId, 'logout');
    return sessionIds;
  });
  if (ended.size === 0) throw unauthenticated();
  for (const sessionId of ended) hub.closeSocketsOfSession(sessionId);
}
