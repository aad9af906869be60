import type { LoginResponse } from '@palier/shared/contracts';
import { Refusal } from '../errors/refusal';
import type { Services } from '../services';
import { findForLogin, toUser } from '../users/user.repository';
import { countFailure, countSuccess, secondsToWait } from './login-throttle.repository';
import { isPassword, spendPasswordCheck } from './password-hasher';
import { canonicalUsername } from './password-policy';
import { hashOfToken, newRefreshToken } from './refresh-token';
import { insertSession } from './session.repository';

/** One answer for an unknown name, a wrong password and a deactivated account (spec §5 gives the text). */
const loginFailed = (): Refusal => new Refusal('unauthenticated', 'Invalid email or password.');

/** Spec §7, login. Throws unauthenticated, or too-many with the seconds to wait. */
export async function login(
  { pool, tokens, config }: Services,
  typed: { username: string; password: string },
  address: string,
): Promise<LoginResponse> {
  // Cut so that a huge name costs nothing further; no real name is that long.
  const username = canonicalUsername(typed.username).replaceAll('\0', '').slice(0, 64);
  const waitS = await secondsToWait(pool, username, address);
  if (waitS > 0)
    throw new Refusal('too-many', 'Trop de tentatives. Veuillez patienter quelques minutes.', waitS);

  const found = await findForLogin(pool, username);
  const isRight =
    found === null
      ? (await spendPasswordCheck(typed.password), false)
      : await isPassword(found.passwordHash, typed.password);
  if (found === null || !isRight || !found.user.active) {
    await countFailure(pool, username, address);
    throw loginFailed();
  }

  await countSuccess(pool, found.user.id, username, address);
  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(
    pool,
    found.user.id,
    config.REFRESH_TOKEN_TTL_S,
    hashOfToken(refreshToken),
  );
  const accessToken = await tokens.issue({ userId: found.user.id, sessionId });
  return { accessToken, refreshToken, user: toUser(found.user) };
}
