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

/** After the right password of an account with a second factor: the login is repeated with a code. */
export const factorRequired = (): Refusal =>
  new Refusal('factor-required', "Confirmez par un code ou une clé d'accès.").about('code');
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
export const appAlreadyAdded = (): Refusal =>
  new Refusal('conflict', 'Une application est déjà enregistrée. Retirez-la avant une autre.');
/** Nothing was begun, or more than ten minutes ago. */
export const factorNotBegun = (): Refusal => new Refusal('conflict', "L'ajout a expiré. Recommencez-le.");
/** One answer for an unknown, foreign, wrong and repeated passkey, and for a challenge that is over. */
export const wrongPasskey = (): Refusal =>
  invalidInput("Cette clé d'accès n'a pas été acceptée. Réessayez, ou utilisez un autre moyen.").about(
    'passkey',
  );
export const passkeysNotOffered = (): Refusal =>
  new Refusal(
    'conflict',
    "Les clés d'accès ne sont pas configurées sur ce serveur. Adressez-vous à l'exploitant.",
  );
export const tooManyPasskeys = (): Refusal =>
  new Refusal('conflict', "Vous avez déjà dix clés d'accès. Retirez-en une avant une autre.");
export const noSuchPasskey = (): Refusal => new Refusal('not-found', "Clé d'accès introuvable.");
export const noFactorOfChild = (): Refusal =>
  new Refusal('conflict', "Ce compte n'a pas de double authentification\u00a0: il n'y a rien à retirer.");
export const resetWaits = (): Refusal =>
  new Refusal('conflict', 'Le retrait est déjà demandé. Attendez la date indiquée, ou annulez la demande.');
export const noWaitingReset = (): Refusal =>
  new Refusal('conflict', "Aucun retrait n'est demandé\u00a0: il a eu lieu, ou il a été annulé.");
export const noFactor = (): Refusal => new Refusal('conflict', "Aucune application n'est enregistrée.");
