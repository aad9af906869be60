import { invalidInput } from '../refusals/refusal';

const COMMON_PASSWORDS = new Set([
  'password1',
  'passw0rd',
  'azerty123',
  'azerty1',
  'qwerty123',
  'qwerty1',
  'welcome1',
  'bonjour1',
  'motdepasse1',
  'abc12345',
  'abcd1234',
  'admin123',
  'iloveyou1',
  'letmein1',
  'soleil123',
  'password123',
  'tunisie1',
  'casino123',
]);
const MAX_LENGTH = 128;

/**
 * The policy for every new password: the hint of the specification (more than 6 characters, an upper-case letter, a
 * lower-case letter, a digit), a maximum length, no space at either end (the login trims), not the username, not a common
 * password. Throws a Refusal.
 */
export function assertAcceptablePassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault !== null) throw invalidInput(fault);
}

function passwordFault(password: string, username: string): string | null {
  const length = [...password].length;
  if (password !== password.trim()) return 'Le mot de passe ne doit pas commencer ni finir par une espace.';
  if (length > MAX_LENGTH) return 'Le mot de passe ne doit pas dépasser 128 caractères.';
  if (length <= 6 || !/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\d/.test(password))
    return 'Le mot de passe doit contenir plus de 6 caractères, dont au moins 1 majuscule, 1 minuscule et 1 chiffre.';
  if (password.includes('\0') || /\p{Surrogate}/u.test(password))
    return 'Le mot de passe contient un caractère interdit.';
  if (password.toLowerCase() === username) return "Le mot de passe doit être différent du nom d'utilisateur.";
  if (COMMON_PASSWORDS.has(password.toLowerCase())) return 'Ce mot de passe est trop courant.';
  return null;
}
