import axios from 'axios';
import { tokensSchema } from '../contracts';
import { accessToken, refreshToken, setTokens } from '../session';
import { tellRenewal } from '../session/renewals';
import { tokensAgeMs } from '../session/tokens';
import { API_BASE_URL } from './base-url';
import { wasAnswered } from './errors';

/** How long before its expiry the access token is renewed. */
const REFRESH_AHEAD_MS = 60_000;

interface Claims {
  readonly exp?: unknown;
  readonly iat?: unknown;
}

let refreshing: Promise<boolean> | null = null;

/**
 * How long the access token still lives, in ms; Infinity when there is none, or none that can be read. The device's clock need
 * not agree with the server's, so the token's life is counted from its arrival.
 */
function lifeLeftMs(): number {
  try {
    const body = accessToken()?.split('.')[1] ?? '';
    const { exp, iat } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
    if (typeof exp !== 'number') return Infinity;
    const ageMs = tokensAgeMs();
    return typeof iat !== 'number' || ageMs === null ? exp * 1000 - Date.now() : (exp - iat) * 1000 - ageMs;
  } catch {
    return Infinity;
  }
}

/**
 * Renews the token pair that `spent` belongs to. When the answer is lost, the call is repeated at once: the server answers a
 * repetition only within a short grace and takes a later one for theft. True when the server answered, even with a refusal.
 */
async function renew(spent: string, mayRepeat = true): Promise<boolean> {
  try {
    const { data } = await axios.post<unknown>(
      `${API_BASE_URL}/auth/refresh-token`,
      { refreshToken: spent },
      // As on every other call: no look for cookies, whose part of axios production builds leave out.
      { timeout: 10_000, withXSRFToken: false },
    );
    const tokens = tokensSchema.parse(data);
    if (refreshToken() === spent) {
      setTokens(tokens);
      tellRenewal(spent, tokens);
    }
    return true;
  } catch (error) {
    // A 429 only limits the rate of calls; it says nothing about the session.
    if (wasAnswered(error)) return error.response.status !== 429;
    return mayRepeat && refreshToken() === spent && renew(spent, false);
  }
}

/**
 * Renews the tokens quietly when the access token is about to expire (section 5 of docs/design.md), one renewal at a time. A refused
 * renewal is
 * left to the next real call, whose 401 ends the session by the spec's rule. False when nobody answered and the token has
 * expired: a call would be refused for that alone and end a session that is still good. Never throws.
 */
export async function refreshAheadOfExpiry(): Promise<boolean> {
  const renewal = refreshToken();
  if (renewal === null || lifeLeftMs() > REFRESH_AHEAD_MS) return true;
  refreshing ??= renew(renewal).finally(() => {
    refreshing = null;
  });
  return (await refreshing) || lifeLeftMs() > 0;
}
