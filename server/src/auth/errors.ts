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
