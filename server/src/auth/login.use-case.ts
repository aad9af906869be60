import { setTimeout as wait } from 'node:timers/promises';
import type { LoginResponse } from '@palier/shared/contracts';
import type { Pool } from '../database/pool';
import { admitLogin, isPassword } from '../passwords/password-hasher';
import type { Refusal } from '../refusals/refusal';
import type { AccessTokens } from '../sessions/access-token';
import { deviceOf } from '../sessions/device';
import { forgiveTry, takeTry, type Counted, type TrySource } from '../sessions/login-throttle.repository';
import { hashOfToken, newRefreshToken } from '../sessions/refresh-token';
import { insertSession } from '../sessions/session.repository';
import { toCurrentUser } from '../users/user.repository';
import { lookupUsername } from '../users/username';
import { findClosedAccount } from './closed-account.repository';
import { accountClosed, factorRequired, loginFailed, tooManyTries } from './errors';
import { assertRightCode, type CodeDependencies } from './factors/check-code';

/**
 * While a name or an address is throttled, failed logins are answered after this time, which is longer than a
 * password check: a shorter answer would reveal that no password was checked.
 */
const THROTTLED_ANSWER_MS = 500;
const MAX_NAME_LENGTH = 64;

export interface LoginDependencies extends CodeDependencies {
  readonly pool: Pool;
  readonly tokens: Pick<AccessTokens, 'issue'>;
  readonly refreshTokenTtlS: number;
  readonly timeZone: string;
  /** A password that somebody else set must be changed first (decision 0102). */
  readonly requiresOwnPassword: boolean;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of the second factor; the page sends it with its second call. */
  readonly code?: string | undefined;
}

/**
 * Section 7 of docs/spec-coverage.md, login. Throws unauthenticated, account-closed, or too-many with the
 * seconds to wait. For an account with a second factor: factor-required after the right password, then the
 * refusals of a code.
 */
export async function login(
  dependencies: LoginDependencies,
  credentials: Credentials,
  { userAgent, ...source }: TrySource & { readonly userAgent: string | undefined },
): Promise<LoginResponse> {
  const { pool, tokens, refreshTokenTtlS, requiresOwnPassword, timeZone } = dependencies;
  const username = lookupUsername(credentials.username).slice(0, MAX_NAME_LENGTH);
  const startedAt = performance.now();
  // A place in the queue comes first: a call that is refused because the queue is full uses up no try.
  const { waitS, strangersWaitS, owner, counted, isRight } = await admitLogin(source.network, async () => {
    const tried = await takeTry(pool, username, source);
    const isRight =
      tried.waitS === 0 &&
      (await isPassword(source.network, tried.owner?.passwordHash ?? null, credentials.password));
    return { ...tried, isRight };
  });
  /**
   * The same answer for throttled callers and wrong passwords: a difference would reveal which names exist.
   */
  const failed = async (): Promise<Refusal> => {
    if (strangersWaitS === 0) return waitS > 0 ? tooManyTries(waitS) : loginFailed();
    await wait(Math.ceil(startedAt + THROTTLED_ANSWER_MS - performance.now()));
    return tooManyTries(strangersWaitS);
  };
  if (owner === null || !isRight) throw await failed();
  const findClosed = () =>
    findClosedAccount(pool, { id: owner.user.id, passwordHash: owner.passwordHash, timeZone });
  if (owner.hasFactor) {
    // A closed account gets its reason without using up a code.
    const closed = await findClosed();
    if (closed !== null) throw accountClosed(closed);
    await askForCode(dependencies, owner.user.id, credentials.code, counted);
  }

  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(pool, {
    userId: owner.user.id,
    counted,
    passwordHash: owner.passwordHash,
    lifeS: refreshTokenTtlS,
    tokenHash: hashOfToken(refreshToken),
    device: deviceOf(userAgent),
    hasProvedFactor: owner.hasFactor,
    isNewDevice: source.deviceCodeOf(username) === null,
  });
  if (sessionId === null) {
    // The password was right. A wrong one gets the same answer whether or not the account is closed.
    const closed = await findClosed();
    throw closed === null ? await failed() : accountClosed(closed);
  }
  const accessToken = await tokens.issue({ userId: owner.user.id, sessionId });
  const mustChangePassword = requiresOwnPassword && !owner.user.hasOwnPassword;
  return { accessToken, refreshToken, user: toCurrentUser(owner.user, mustChangePassword) };
}

/**
 * The second factor. A refused code uses up no try of the password, which was right, and does not make the
 * caller's address known: codes are counted by account (`assertRightCode`).
 */
async function askForCode(
  dependencies: LoginDependencies,
  userId: number,
  code: string | undefined,
  [own, name, address]: Counted,
): Promise<void> {
  try {
    if (code === undefined) throw factorRequired();
    await assertRightCode(dependencies, userId, code);
  } catch (refusal) {
    await forgiveTry(dependencies.pool, userId, [own, name, address, null]);
    throw refusal;
  }
}
