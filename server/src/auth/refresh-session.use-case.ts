import type { Tokens } from '@palier/shared/contracts';
import { inTransaction, type Pool } from '../database/pool';
import type { AccessTokens } from '../sessions/access-token';
import { unauthenticated } from '../sessions/errors';
import { hashOfToken, successorOf } from '../sessions/refresh-token';
import {
  lockRefreshToken,
  revokeSession,
  rotateRefreshToken,
  type RefreshTokenRecord,
} from '../sessions/session.repository';

export interface RefreshDependencies {
  readonly pool: Pool;
  readonly tokens: Pick<AccessTokens, 'issue'>;
  readonly secret: string;
  readonly previousSecret: string | undefined;
  readonly refreshGraceS: number;
  /** A session that was not refreshed for so many seconds has ended; 0: no limit. */
  readonly sessionIdleS: number;
  readonly log: { readonly warn: (fields: object, message: string) => void };
}

/**
 * Rotates a refresh token. A token used again within the grace, after a lost reply or by a duplicated tab,
 * gets the same successor. A token used later, or after its successor, was stolen: the session ends.
 */
export async function refreshSession(
  { pool, tokens, secret, previousSecret, refreshGraceS, sessionIdleS, log }: RefreshDependencies,
  refreshToken: string,
): Promise<Tokens> {
  const tokenHash = hashOfToken(refreshToken);
  let successor = successorOf(refreshToken, secret);
  let replayed: RefreshTokenRecord | undefined;
  const session = await inTransaction(pool, async (client) => {
    const token = await lockRefreshToken(client, tokenHash);
    if (token === null || !token.isUsable) return null;
    if (sessionIdleS > 0 && token.idleSeconds > sessionIdleS) {
      await revokeSession(client, token.sessionId, { reason: 'inactive', actorId: null });
      return null;
    }
    if (token.usedSecondsAgo === null) {
      await rotateRefreshToken(client, token, tokenHash, hashOfToken(successor));
      return token;
    }
    if (token.usedSecondsAgo <= refreshGraceS && !token.successorUsed) {
      // It may have been derived by a process that has not changed its secret yet.
      if (previousSecret !== undefined && token.successorHash?.equals(hashOfToken(successor)) === false)
        successor = successorOf(refreshToken, previousSecret);
      return token;
    }
    await revokeSession(client, token.sessionId, { reason: 'refresh-replayed', actorId: null });
    replayed = token;
    return null;
  });
  if (replayed !== undefined) {
    const { userId, sessionId } = replayed;
    log.warn({ userId, sessionId }, 'refresh token replayed: session ended');
  }
  if (session === null) throw unauthenticated();
  return { accessToken: await tokens.issue(session), refreshToken: successor };
}
