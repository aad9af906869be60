import { Refusal } from '../refusals/refusal';

export const pageNotBuilt = (): Refusal =>
  new Refusal('unavailable', "L'application n'est pas encore construite (npm run build).", 5);
export const noRemotePublished = (): Refusal => new Refusal('not-found', 'Aucun module publié.');
