import { invalidInput, Refusal } from '../refusals/refusal';

/**
 * One answer for a missing account and for an account that is not the caller's child: it must not reveal
 * other accounts.
 */
export const accountNotFound = (): Refusal => new Refusal('not-found', 'Compte introuvable.');
export const usernameNotAllowed = (): Refusal =>
  invalidInput(
    "Le nom d'utilisateur doit compter 3 à 32 caractères\u00a0: " +
      'lettres sans accent, chiffres, point, tiret, tiret bas.',
  ).about('username');
