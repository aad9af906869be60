import type { LoginResponse } from '@palier/shared/contracts';
import { Refusal, tooManyTries } from '../errors/refusal';
import type { Services } from '../services';
import { toUser } from '../users/user.repository';
import { deviceOf } from './device';
import { takeTry } from './login-throttle.repository';
import { isPassword, spendPasswordCheck } from './password-hasher';
import { lookupUsername } from './password-policy';
import { hashOfToken, newRefreshToken } from './refresh-token';
import { insertSession } from './session.repository';

/** One answer for an unknown name, a wrong password and a deactivated account (spec §5 gives the text). */
const loginFailed = (): Refusal => new Refusal('unauthenticated', 'Invalid email or password.');

/** Spec §7, login. Throws unauthenticated, or too-many with the seconds to wait. */
export async function login(
  { pool, tokens, config }: Services,
  typed: { username: string; password: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<LoginResponse> {
  // Cut so that a huge name costs nothing further; no real name is that long.
  const username = lookupUsername(typed.username).slice(0, 64);
  const { waitS, owner, counted } = await takeTry(pool, username, address);
  if (waitS > 0) throw tooManyTries(waitS);

  const isRight =
    owner === null
      ? (await spendPasswordCheck(typed.password), false)
      : await isPassword(owner.passwordHash, typed.password);
  if (owner === null || !isRight || !owner.user.active) throw loginFailed();

  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(pool, {
    userId: owner.user.id,
    counted,
    passwordHash: owner.passwordHash,
    lifeS: config.REFRESH_TOKEN_TTL_S,
    tokenHash: hashOfToken(refreshToken),
    device: deviceOf(userAgent),
  });
  if (sessionId === null) throw loginFailed();
  const accessToken = tokens.issue({ userId: owner.user.id, sessionId });
  return { accessToken, refreshToken, user: toUser(owner.user) };
}
