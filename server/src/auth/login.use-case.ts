import { setTimeout as wait } from 'node:timers/promises';
import type { LoginResponse } from '@palier/shared/contracts';
import type { PasskeyAnswer } from '@palier/shared/contracts/requests';
import { admitLogin, isPassword } from '../passwords/password-hasher';
import type { Refusal } from '../refusals/refusal';
import { forgiveTry, takeTry, type Counted, type TrySource } from '../sessions/login-throttle.repository';
import { lookupUsername } from '../users/username';
import { findClosedAccount } from './closed-account.repository';
import { accountClosed, factorRequired, loginFailed, tooManyTries } from './errors';
import { assertRightCode, type CodeDependencies } from './factors/check-code';
import { assertRightPasskey, type PasskeyDependencies } from './factors/use-passkey';
import { openSession, type SessionDependencies } from './open-session.use-case';

/**
 * While a name or an address is throttled, failed logins are answered after this time, which is longer than a
 * password check: a shorter answer would reveal that no password was checked.
 */
const THROTTLED_ANSWER_MS = 500;
const MAX_NAME_LENGTH = 64;

export interface LoginDependencies extends CodeDependencies, PasskeyDependencies, SessionDependencies {
  readonly timeZone: string;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The second factor, which the page sends with its second call: one of the two. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/**
 * Section 7 of docs/spec-coverage.md, login. Throws unauthenticated, account-closed, or too-many with the
 * seconds to wait. For an account with a second factor: factor-required after the right password, then the
 * refusals of a code or a passkey.
 */
export async function login(
  dependencies: LoginDependencies,
  credentials: Credentials,
  { userAgent, ...source }: TrySource & { readonly userAgent: string | undefined },
): Promise<LoginResponse> {
  const { pool, timeZone } = dependencies;
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
    await askForFactor(dependencies, owner.user.id, { ...credentials, source, counted });
  }
  const opened = await openSession(dependencies, {
    owner,
    counted,
    userAgent,
    hasProvedFactor: owner.hasFactor,
    isNewDevice: source.deviceCodeOf(username) === null,
  });
  if (opened !== null) return opened;
  // The password was right. A wrong one gets the same answer whether or not the account is closed.
  const closed = await findClosed();
  throw closed === null ? await failed() : accountClosed(closed);
}

interface ShownFactor extends Pick<Credentials, 'username' | 'code' | 'passkey'> {
  readonly source: TrySource;
  readonly counted: Counted;
}

/**
 * The second factor. A refused one uses up no try of the password, which was right, and does not make the
 * caller's address known: codes are counted by account (`assertRightCode`).
 */
async function askForFactor(
  dependencies: LoginDependencies,
  userId: number,
  { username, code, passkey, source, counted: [own, name, address] }: ShownFactor,
): Promise<void> {
  try {
    if (passkey !== undefined)
      await assertRightPasskey(dependencies, { purpose: 'sign-in' }, passkey, userId);
    else if (code === undefined) throw factorRequired();
    else {
      const deviceCode = source.deviceCodeOf(lookupUsername(username));
      await assertRightCode(dependencies, userId, { typed: code, source: { deviceCode } });
    }
  } catch (refusal) {
    await forgiveTry(dependencies.pool, userId, [own, name, address, null]);
    throw refusal;
  }
}
