import type { LoginResponse } from '@palier/shared/contracts';
import type { PasskeyAnswer } from '@palier/shared/contracts/requests';
import { findOwnerById, type TrySource } from '../sessions/login-throttle.repository';
import { findClosedAccount } from './closed-account.repository';
import { accountClosed, wrongPasskey } from './errors';
import { assertRightPasskey, type PasskeyDependencies } from './factors/use-passkey';
import { openSession, type SessionDependencies } from './open-session.use-case';

export interface PasskeySignInDependencies extends SessionDependencies, PasskeyDependencies {
  readonly timeZone: string;
}

/**
 * A sign-in by a passkey alone, which has verified its user. Throws one refusal for an unknown and a wrong
 * passkey, and the reason for a closed account, as after the right password.
 */
export async function signInWithPasskey(
  dependencies: PasskeySignInDependencies,
  answer: PasskeyAnswer,
  { userAgent, ...source }: TrySource & { readonly userAgent: string | undefined },
): Promise<LoginResponse> {
  const { pool, timeZone } = dependencies;
  const { userId, factorChanges } = await assertRightPasskey(dependencies, { purpose: 'sign-in' }, answer);
  const owner = { ...(await findOwnerById(pool, userId)), factorChanges };
  const { username } = owner.user;
  const opened = await openSession(dependencies, {
    owner,
    counted: [`pair:${username}|${source.network}`, null, null, source.network],
    userAgent,
    hasProvedFactor: true,
    isNewDevice: source.deviceCodeOf(username) === null,
  });
  if (opened !== null) return opened;
  const closed = await findClosedAccount(pool, { id: userId, passwordHash: owner.passwordHash, timeZone });
  throw closed === null ? wrongPasskey() : accountClosed(closed);
}
