import { passwordRefused, type PasswordFault } from './errors';

const COMMON_PASSWORDS = new Set(
  (
    'password1 passw0rd azerty123 azerty1 qwerty123 qwerty1 welcome1 bonjour1 motdepasse1 ' +
    'abc12345 abcd1234 admin123 iloveyou1 letmein1 soleil123 password123 tunisie1 casino123'
  ).split(' '),
);
const MAX_LENGTH = 128;

/**
 * The policy for every new password: the hint of the specification (more than 6 characters, an upper-case
 * letter, a lower-case letter, a digit), a maximum length, no space at either end (the login trims), not the
 * username, not a common password. Throws a Refusal.
 */
export function assertAcceptablePassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault !== null) throw passwordRefused(fault);
}

/** The first rule that a password breaks, or null. */
export function passwordFault(password: string, username: string): PasswordFault | null {
  const length = [...password].length;
  if (password !== password.trim()) return 'outer-space';
  if (length > MAX_LENGTH) return 'too-long';
  if (length <= 6 || !/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\d/.test(password))
    return 'too-weak';
  if (password.includes('\0') || /\p{Surrogate}/u.test(password)) return 'forbidden-character';
  if (password.toLowerCase() === username) return 'same-as-username';
  if (COMMON_PASSWORDS.has(password.toLowerCase())) return 'common';
  return null;
}
