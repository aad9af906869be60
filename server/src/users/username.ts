import { Refusal } from '../refusals/refusal';

/** The canonical username: trimmed, NFKC, lower case (section 4 of docs/design.md). */
export const canonicalUsername = (typed: string): string => typed.trim().normalize('NFKC').toLowerCase();

/**
 * The canonical username as it may be looked up: a NUL, which PostgreSQL takes in no text, is a character that no name
 * holds, rather than nothing.
 */
export const lookupUsername = (typed: string): string => canonicalUsername(typed).replaceAll('\0', '\ufffd');

/** The canonical username, or a Refusal when it breaks the rules: 3 to 32 of a–z, 0–9, `.`, `_`, `-`. */
export function acceptableUsername(typed: string): string {
  const username = canonicalUsername(typed);
  if (!/^[a-z0-9._-]{3,32}$/.test(username)) {
    throw new Refusal(
      'invalid-input',
      "Le nom d'utilisateur doit compter 3 à 32 caractères\u00a0: lettres sans accent, chiffres, point, tiret, tiret bas.",
    );
  }
  return username;
}
