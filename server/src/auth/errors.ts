import { invalidInput, Refusal } from '../refusals/refusal';
import { frenchMoment, textOfRefusal } from '../refusals/refusal-texts';

/** Section 5 of docs/spec-coverage.md. */
const LOGIN_FAILED = 'Invalid email or password.';
/**
 * One answer for an unknown name and a wrong password, whatever the state of the account: a difference would
 * reveal which names exist.
 */
export const loginFailed = (): Refusal => new Refusal('unauthenticated', LOGIN_FAILED);

/** Why an account has no sign-in, and the name of its parent; null for an account without one. */
export interface ClosedAccount {
  readonly why: 'deactivated' | 'frozen' | 'excluded';
  readonly agent: string | null;
  /** The end of an exclusion, as a local date-time. */
  readonly until: string;
}

/** The answer to the right password of a closed account: the specified text, then why and whom to ask. */
export function accountClosed({ why, agent, until }: ClosedAccount): Refusal {
  const refusal = new Refusal('account-closed', LOGIN_FAILED);
  refusal.further = [
    textOfRefusal(`account-closed/${why}`, {
      agent: agent ?? "l'exploitant",
      until: frenchMoment(until),
    }),
  ];
  return refusal;
}
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
