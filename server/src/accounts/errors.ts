import { invalidInput, Refusal } from '../refusals/refusal';

export const usernameTaken = (): Refusal =>
  new Refusal('conflict', "Ce nom d'utilisateur est déjà utilisé.").about('username');
export const openingBalanceTooHigh = (): Refusal =>
  invalidInput('Le montant dépasse votre solde disponible.').about('balance');
