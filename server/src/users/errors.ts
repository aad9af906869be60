import { invalidInput, Refusal } from '../refusals/refusal';

/** The same for a missing account and for one that is not the caller's child: the answer must not reveal other accounts. */
export const accountNotFound = (): Refusal => new Refusal('not-found', 'Compte introuvable.');
export const usernameNotAllowed = (): Refusal =>
  invalidInput(
    "Le nom d'utilisateur doit compter 3 à 32 caractères\u00a0: lettres sans accent, chiffres, point, tiret, tiret bas.",
  );
