import { foldPassword, isCommonPassword } from './common-passwords';
import { passwordRefused, type PasswordFault } from './errors';

const MAX_LENGTH = 128;
/** A shorter part of a name is in too many words. */
const MIN_NAME_LETTERS = 3;

/**
 * The policy for every new password: the hint of the specification (more than 6 characters, an upper-case
 * letter, a lower-case letter, a digit), a maximum length, no space at either end (the login trims), not the
 * username or a part of it, not a common password (decision 0078). Throws a Refusal about the `field` of the
 * request.
 */
export async function assertAcceptablePassword(
  password: string,
  username: string,
  field: string,
): Promise<void> {
  const fault = await findPasswordFault(password, username);
  if (fault !== null) throw passwordRefused(fault, field);
}

/** The first rule that a password breaks, or null. */
export async function findPasswordFault(password: string, username: string): Promise<PasswordFault | null> {
  const fault = findFormFault(password);
  if (fault !== null) return fault;
  if (isMadeOfName(password, username)) return 'same-as-username';
  return (await isCommonPassword(password)) ? 'common' : null;
}

function findFormFault(password: string): PasswordFault | null {
  const length = [...password].length;
  if (password !== password.trim()) return 'outer-space';
  if (length > MAX_LENGTH) return 'too-long';
  if (length <= 6 || !/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\d/.test(password))
    return 'too-weak';
  if (password.includes('\0') || /\p{Surrogate}/u.test(password)) return 'forbidden-character';
  return null;
}

const lettersOf = (text: string): string => foldPassword(text).replace(/[^\p{L}]/gu, '');

/** The password's letters are those of the name or of a part of it: `Nadia2026!` for `nadia.chebbi`. */
function isMadeOfName(password: string, username: string): boolean {
  if (password.toLowerCase() === username) return true;
  const letters = lettersOf(password);
  const names = [username, ...username.split(/[._-]/)].map(lettersOf);
  return letters.length >= MIN_NAME_LETTERS && names.includes(letters);
}
