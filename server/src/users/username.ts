import { usernameNotAllowed } from './errors';

/** The canonical username: trimmed, NFKC, lower case. */
export const canonicalUsername = (typed: string): string => typed.trim().normalize('NFKC').toLowerCase();

/**
 * The canonical username for a lookup. PostgreSQL accepts no NUL in a text, so NUL becomes a character that
 * no username contains.
 */
export const lookupUsername = (typed: string): string => canonicalUsername(typed).replaceAll('\0', '\ufffd');

export const isAcceptableUsername = (canonical: string): boolean => /^[a-z0-9._-]{3,32}$/.test(canonical);

/** The canonical username. Throws a Refusal unless it is 3 to 32 of a–z, 0–9, `.`, `_`, `-`. */
export function parseUsername(typed: string): string {
  const username = canonicalUsername(typed);
  if (!isAcceptableUsername(username)) throw usernameNotAllowed();
  return username;
}
