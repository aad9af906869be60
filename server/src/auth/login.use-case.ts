import { setTimeout as wait } from 'node:timers/promises';
import type { LoginResponse } from '@palier/shared/contracts';
import { networkOf } from '../config/caller-address';
import { Refusal, tooManyTries } from '../refusals/refusal';
import type { Services } from '../services';
import { toUser } from '../users/user.repository';
import { lookupUsername } from '../users/username';
import { deviceOf } from '../sessions/device';
import { takeTry } from '../sessions/login-throttle.repository';
import { withPasswordCheck } from '../passwords/password-hasher';
import { hashOfToken, newRefreshToken } from '../sessions/refresh-token';
import { insertSession } from '../sessions/session.repository';

/** One answer for an unknown name, a wrong password and a deactivated account (section 5 of docs/spec-coverage.md gives the text). */
const loginFailed = (): Refusal => new Refusal('unauthenticated', 'Invalid email or password.');

/**
 * While a name or an address is closed to strangers, whoever fails is answered after this long: longer than a password
 * takes to be checked, which for a stranger it is not.
 */
const CLOSED_ANSWER_MS = 500;

/** Section 7 of docs/spec-coverage.md, login. Throws unauthenticated, or too-many with the seconds to wait. */
export async function login(
  { pool, tokens, config }: Services,
  typed: { username: string; password: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<LoginResponse> {
  // Cut so that a huge name costs nothing further; no real name is that long.
  const username = lookupUsername(typed.username).slice(0, 64);
  const startedAt = performance.now();
  // Its place among the checks comes first: whoever is turned away because too many wait has used no try.
  const { waitS, strangersWaitS, owner, counted, isRight } = await withPasswordCheck(
    networkOf(address),
    async (isPassword) => {
      const tried = await takeTry(pool, username, address);
      const isRight =
        tried.waitS === 0 && (await isPassword(tried.owner?.passwordHash ?? null, typed.password));
      return { ...tried, isRight };
    },
  );
  /** The same for whoever is turned away and for whoever is wrong, or the difference would tell which names there are. */
  const failed = async (): Promise<Refusal> => {
    if (strangersWaitS === 0) return waitS > 0 ? tooManyTries(waitS) : loginFailed();
    await wait(Math.ceil(startedAt + CLOSED_ANSWER_MS - performance.now()));
    return tooManyTries(strangersWaitS);
  };
  if (owner === null || !isRight || !owner.user.active) throw await failed();

  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(pool, {
    userId: owner.user.id,
    counted,
    passwordHash: owner.passwordHash,
    lifeS: config.REFRESH_TOKEN_TTL_S,
    tokenHash: hashOfToken(refreshToken),
    device: deviceOf(userAgent),
  });
  if (sessionId === null) throw await failed();
  const accessToken = tokens.issue({ userId: owner.user.id, sessionId });
  return { accessToken, refreshToken, user: toUser(owner.user) };
}
