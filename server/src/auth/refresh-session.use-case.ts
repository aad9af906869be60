import type { Tokens } from '@palier/shared/contracts';
import { inTransaction } from '../database/pool';
import { unauthenticated } from '../refusals/refusal';
import type { Services } from '../services';
import { hashOfToken, successorOf } from '../sessions/refresh-token';
import {
  lockRefreshToken,
  revokeSession,
  rotateRefreshToken,
  type RefreshTokenRecord,
} from '../sessions/session.repository';

/**
 * Rotates a refresh token (section 5 of docs/design.md). Used again within the grace it gives the same successor, for a lost reply or a
 * duplicated tab; later, or once the successor has been used, it is a theft: the whole family ends.
 */
export async function refreshSession(
  { pool, tokens, config, log }: Services,
  refreshToken: string,
): Promise<Tokens> {
  const tokenHash = hashOfToken(refreshToken);
  const successor = successorOf(refreshToken, config.JWT_SECRET);
  let replayed: RefreshTokenRecord | undefined;
  const session = await inTransaction(pool, async (client) => {
    const token = await lockRefreshToken(client, tokenHash);
    if (token === null || !token.isUsable) return null;
    if (token.usedSecondsAgo === null) {
      await rotateRefreshToken(client, token, tokenHash, hashOfToken(successor));
      return token;
    }
    if (token.usedSecondsAgo <= config.REFRESH_GRACE_S && !token.successorUsed) return token;
    await revokeSession(client, token.sessionId, { reason: 'refresh-replayed', actorId: null });
    replayed = token;
    return null;
  });
  if (replayed !== undefined) {
    log.warn(
      { userId: replayed.userId, sessionId: replayed.sessionId },
      'refresh token replayed: session ended',
    );
  }
  if (session === null) throw unauthenticated();
  return { accessToken: tokens.issue(session), refreshToken: successor };
}
