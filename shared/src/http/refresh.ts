import axios from 'axios';
import { tokensSchema } from '../contracts';
import { accessToken, refreshToken, setTokens } from '../session';
import { tellRenewal } from '../session/renewals';
import { tokensReceivedAt } from '../session/tokens';

/** How long before its expiry the access token is renewed. */
const REFRESH_AHEAD_MS = 60_000;

interface Claims {
  readonly exp?: unknown;
  readonly iat?: unknown;
}

let refreshing: Promise<void> | null = null;

/**
 * When the access token expires, in ms by this device's clock; null when it cannot be read. A device's clock need not be
 * the server's: the token's life is counted from its arrival.
 */
function expiryOf(token: string): number | null {
  try {
    const body = token.split('.')[1] ?? '';
    const { exp, iat } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
    if (typeof exp !== 'number') return null;
    const receivedAt = tokensReceivedAt();
    if (typeof iat !== 'number' || receivedAt === null) return exp * 1000;
    return receivedAt + (exp - iat) * 1000;
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
      if (!parsed.success || refreshToken() !== renewal) return;
      setTokens(parsed.data);
      tellRenewal(renewal, parsed.data);
    })
    .catch(() => undefined)
    .finally(() => {
      refreshing = null;
    });
  await refreshing;
}
