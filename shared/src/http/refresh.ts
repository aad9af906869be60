import axios from 'axios';
import { tokensSchema } from '../contracts';
import { accessToken, refreshToken, setTokens } from '../session';

/** How long before its expiry the access token is renewed. */
const REFRESH_AHEAD_MS = 60_000;

let refreshing: Promise<void> | null = null;

/** When the access token expires, in ms since the epoch; null when it cannot be read. */
export function expiryOf(token: string): number | null {
  try {
    const body = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null;
  } catch {
    return null;
  }
}

/**
 * Renews the tokens quietly when the access token is about to expire (design §5): one call at a time, and a failure is
 * left to the next real call, whose 401 ends the session by the spec's rule.
 */
export async function refreshAheadOfExpiry(baseUrl: string): Promise<void> {
  const token = accessToken();
  const renewal = refreshToken();
  const expiresAt = token === null ? null : expiryOf(token);
  if (renewal === null || expiresAt === null || expiresAt - Date.now() > REFRESH_AHEAD_MS) return;
  refreshing ??= axios
    // Without a look for cookies, whose part of axios production builds leave out, as on every other call.
    .post(
      `${baseUrl}/auth/refresh-token`,
      { refreshToken: renewal },
      { timeout: 10_000, withXSRFToken: false },
    )
    .then((response) => {
      const parsed = tokensSchema.safeParse(response.data);
      if (parsed.success && refreshToken() === renewal) setTokens(parsed.data);
    })
    .catch(() => undefined)
    .finally(() => {
      refreshing = null;
    });
  await refreshing;
}
