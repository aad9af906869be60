import { Refusal } from '../refusals/refusal';

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

/**
 * The password policy, on every set (section 4 of docs/design.md): the spec's hint (more than 6 characters, an upper-case letter, a
 * lower-case letter, a digit), at most 128, no space at either end (the login trims), not the username, not a common
 * one. Throws a Refusal with the sentence to show.
 */
export function assertAcceptablePassword(password: string, username: string): void {
  const refuse = (sentence: string): never => {
    throw new Refusal('invalid-input', sentence);
  };
  if (password !== password.trim()) refuse('Le mot de passe ne doit pas commencer ni finir par une espace.');
  if ([...password].length > 128) refuse('Le mot de passe ne doit pas dépasser 128 caractères.');
  if (
    [...password].length <= 6 ||
    !/\p{Lu}/u.test(password) ||
    !/\p{Ll}/u.test(password) ||
    !/\d/.test(password)
  ) {
    refuse(
      'Le mot de passe doit contenir plus de 6 caractères, dont au moins 1 majuscule, 1 minuscule et 1 chiffre.',
    );
  }
  if (password.includes('\0') || /\p{Surrogate}/u.test(password))
    refuse('Le mot de passe contient un caractère interdit.');
  if (password.toLowerCase() === username)
    refuse("Le mot de passe doit être différent du nom d'utilisateur.");
  if (COMMON_PASSWORDS.has(password.toLowerCase())) refuse('Ce mot de passe est trop courant.');
}
