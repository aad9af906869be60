import { Refusal } from '../refusals/refusal';

export const unauthenticated = (): Refusal =>
  new Refusal('unauthenticated', 'Votre session a expiré. Veuillez vous reconnecter.');
export const notAllowed = (): Refusal =>
  new Refusal('not-allowed', "Vous n'avez pas le droit d'effectuer cette action.");
