import axios from 'axios';
import { tokensSchema } from '../contracts';
import { accessToken, refreshToken } from '../session';
import { broadcastTokens } from '../session/token-sync';
import { tokensAgeMs } from '../session/tokens';
import { setTokens } from '../session/writer';
import { API_BASE_URL } from './base-url';
import { isDefiniteRefusal } from './errors';

/** How long before its expiry the access token is renewed. */
const REFRESH_AHEAD_MS = 60_000;

interface Claims {
  readonly exp: number;
  readonly iat: number;
}

let refreshing: Promise<boolean> | null = null;

/**
 * Remaining life of the access token in ms; Infinity without a readable token. The device's clock may differ
 * from the server's, so the life is counted from the arrival of the token.
 */
function lifeLeftMs(): number {
  try {
    const body = accessToken()?.split('.')[1] ?? '';
    const { exp, iat } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
    const ageMs = tokensAgeMs();
    return ageMs === null ? exp * 1000 - Date.now() : (exp - iat) * 1000 - ageMs;
  } catch {
    return Infinity;
  }
}

/**
 * Exchanges a refresh token for a new pair. A call without an answer is repeated at once, because the server
 * accepts a repetition only within a few seconds and treats a later repetition as theft. True when the server
 * answered, also with a refusal other than 429.
 */
async function renew(usedToken: string, mayRepeat = true): Promise<boolean> {
  try {
    const { data } = await axios.post<unknown>(
      `${API_BASE_URL}/auth/refresh-token`,
      { refreshToken: usedToken },
      // Builds leave out the module by which axios would look for an XSRF cookie.
      { timeout: 10_000, withXSRFToken: false },
    );
    const tokens = tokensSchema.parse(data);
    if (refreshToken() === usedToken) {
      setTokens(tokens);
      broadcastTokens(usedToken, tokens);
    }
    return true;
  } catch (error) {
    // 429 limits the rate of calls and does not concern the session.
    if (isDefiniteRefusal(error)) return error.response.status !== 429;
    return mayRepeat && refreshToken() === usedToken && renew(usedToken, false);
  }
}

/**
 * Renews the tokens when the access token is about to expire, one renewal at a time. A refused renewal has no
 * effect here: the next call gets a 401, which ends the session. Returns false when the token has expired and
 * the server did not answer the renewal; a call would then be refused and end a session that may still be
 * valid. Never throws.
 */
export async function refreshAheadOfExpiry(): Promise<boolean> {
  const renewal = refreshToken();
  if (renewal === null || lifeLeftMs() > REFRESH_AHEAD_MS) return true;
  refreshing ??= renew(renewal).finally(() => {
    refreshing = null;
  });
  return (await refreshing) || lifeLeftMs() > 0;
}
