import { Refusal } from '../refusals/refusal';

export const unauthenticated = (): Refusal =>
  new Refusal('unauthenticated', 'Votre session a expiré. Veuillez vous reconnecter.');
/** Not 401 or 403, which would end the session (section 8 of docs/spec-coverage.md). */
export const passwordChangeRequired = (): Refusal =>
  new Refusal(
    'password-change-required',
    "Votre mot de passe a été choisi par quelqu'un d'autre. Veuillez le changer pour continuer.",
  );
export const notAllowed = (): Refusal =>
  new Refusal('not-allowed', "Vous n'avez pas le droit d'effectuer cette action.");
/** Not 401 or 403, which would end the session (section 8 of docs/spec-coverage.md). */
export const proofRequired = (): Refusal =>
  new Refusal('proof-required', "Confirmez d'abord que c'est bien vous.").about('proof');
/** Above the sum from which the caller's movements need a proof, and the caller has no second factor. */
export const factorMissing = (): Refusal =>
  new Refusal(
    'factor-missing',
    'Ce montant dépasse la somme à partir de laquelle la double authentification est nécessaire. ' +
      'Ajoutez-la dans Paramètres.',
  );
