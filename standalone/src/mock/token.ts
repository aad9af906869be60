const LIFETIME_S = 365 * 86_400;

/** An unsigned access token with the account and the expiry that a token of the server has. */
export const tokenOf = (accountId: number): string =>
  `mock.${btoa(JSON.stringify({ sub: accountId, exp: Math.floor(Date.now() / 1000) + LIFETIME_S }))}.mock`;

/** The account id in a token; null for an invalid token. */
export function accountIdOf(token: string | null): number | null {
  try {
    const claims = JSON.parse(atob(token?.split('.')[1] ?? '')) as { sub?: unknown };
    return typeof claims.sub === 'number' ? claims.sub : null;
  } catch {
    return null;
  }
}
