const LIFETIME_S = 365 * 86_400;

/** A token shaped like the server's, which says who holds it; it protects nothing. */
export const tokenOf = (accountId: number): string =>
  `mock.${btoa(JSON.stringify({ sub: accountId, exp: Math.floor(Date.now() / 1000) + LIFETIME_S }))}.mock`;

/** The account a token was made for; null for anything else. */
export function accountIdOf(token: string | null): number | null {
  try {
    const claims = JSON.parse(atob(token?.split('.')[1] ?? '')) as { sub?: unknown };
    return typeof claims.sub === 'number' ? claims.sub : null;
  } catch {
    return null;
  }
}
