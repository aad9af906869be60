import { invalidInput, Refusal } from '../refusals/refusal';

/**
 * One answer for an unknown name, a wrong password, and an account that was deactivated or frozen (section 5
 * of docs/spec-coverage.md gives the text): a difference would reveal which names exist.
 */
export const loginFailed = (): Refusal => new Refusal('unauthenticated', 'Invalid email or password.');
export const tooManyTries = (waitS: number): Refusal =>
  new Refusal('too-many', 'Trop de tentatives. Veuillez patienter quelques minutes.', waitS);
/** Not 401, which would end the session (section 8 of docs/spec-coverage.md). */
export const wrongOldPassword = (): Refusal =>
  invalidInput("L'ancien mot de passe est incorrect.").about('oldPassword');
/** Only while the password must be changed, because it is known to somebody else. */
export const samePassword = (): Refusal =>
  invalidInput("Le nouveau mot de passe doit être différent de l'ancien.").about('newPassword');
/** One answer for foreign, missing and ended sessions. */
export const sessionNotFound = (): Refusal => new Refusal('not-found', 'Session introuvable.');

/** After the right password of an account with a second factor: the login is repeated with a code. */
export const factorRequired = (): Refusal =>
  new Refusal('factor-required', "Saisissez le code de votre application d'authentification.").about('code');
/** One answer for a wrong, an old and a repeated code. */
export const wrongCode = (): Refusal =>
  invalidInput("Ce code n'est pas valable, ou il a déjà servi. Attendez le code suivant.").about('code');
export const tooManyCodes = (waitS: number): Refusal =>
  new Refusal('too-many', 'Trop de codes refusés. Veuillez patienter avant le suivant.', waitS).about('code');
export const wrongPassword = (): Refusal => invalidInput('Le mot de passe est incorrect.').about('password');
export const factorsNotOffered = (): Refusal =>
  new Refusal(
    'conflict',
    "La double authentification n'est pas configurée sur ce serveur. Adressez-vous à l'exploitant.",
  );
export const factorNotReadable = (): Refusal =>
  new Refusal(
    'unavailable',
    'Le serveur ne peut pas lire votre application pour le moment. Utilisez un code de secours.',
  );
export const factorAlreadyAdded = (): Refusal =>
  new Refusal('conflict', 'Une application est déjà enregistrée. Retirez-la avant une autre.');
/** Nothing was begun, or more than ten minutes ago. */
export const factorNotBegun = (): Refusal => new Refusal('conflict', "L'ajout a expiré. Recommencez-le.");
export const noFactor = (): Refusal => new Refusal('conflict', "Aucune application n'est enregistrée.");
