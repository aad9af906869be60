import type { LoginResponse } from '@palier/shared/contracts';
import type { Pool } from '../database/pool';
import type { AccessTokens } from '../sessions/access-token';
import { deviceOf } from '../sessions/device';
import type { Counted, TriedOwner } from '../sessions/login-throttle.repository';
import type { FactorRule } from '../sessions/factor-rule';
import { hashOfToken, newRefreshToken } from '../sessions/refresh-token';
import { insertSession } from '../sessions/session.repository';
import { toCurrentUser } from '../users/user.repository';

export interface SessionDependencies extends Pick<FactorRule, 'mustAddFactor'> {
  readonly pool: Pool;
  readonly tokens: Pick<AccessTokens, 'issue'>;
  readonly refreshTokenTtlS: number;
  /** A password that somebody else set must be changed first (decision 0102). */
  readonly requiresOwnPassword: boolean;
}

interface SignIn {
  readonly owner: TriedOwner;
  readonly counted: Counted;
  readonly userAgent: string | undefined;
  readonly hasProvedFactor: boolean;
  readonly isNewDevice: boolean;
}

/**
 * The last step of every sign-in. Null when the account was closed, or its password or its second factors
 * changed since they were checked.
 */
export async function openSession(
  { pool, tokens, refreshTokenTtlS, requiresOwnPassword, mustAddFactor }: SessionDependencies,
  { owner, counted, userAgent, hasProvedFactor, isNewDevice }: SignIn,
): Promise<LoginResponse | null> {
  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(pool, {
    userId: owner.user.id,
    counted,
    passwordHash: owner.passwordHash,
    factorChanges: owner.factorChanges,
    lifeS: refreshTokenTtlS,
    tokenHash: hashOfToken(refreshToken),
    device: deviceOf(userAgent),
    hasProvedFactor,
    isNewDevice,
  });
  if (sessionId === null) return null;
  const accessToken = await tokens.issue({ userId: owner.user.id, sessionId });
  const mustChangePassword = requiresOwnPassword && !owner.user.hasOwnPassword;
  const needs = { mustChangePassword, mustAddFactor: await mustAddFactor(owner.user) };
  return { accessToken, refreshToken, user: toCurrentUser(owner.user, needs) };
}
