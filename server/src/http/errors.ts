import { invalidInput, Refusal } from '../refusals/refusal';
import { textOfRefusal } from '../refusals/refusal-texts';

export const malformedRequest = (): Refusal => invalidInput('La demande est malformée.');
export const headersTooLarge = (): Refusal =>
  invalidInput('Les en-têtes de la demande sont trop volumineux.');
export const bodyTooLarge = (): Refusal => invalidInput('La demande est trop volumineuse.');
export const requestTooSlow = (): Refusal => invalidInput('La demande a mis trop de temps à arriver.');
export const expectationNotMet = (): Refusal =>
  invalidInput('La demande attend ce que ce service n’offre pas.');
export const unknownTransferCoding = (): Refusal & { readonly statusCode: number } =>
  Object.assign(invalidInput('Le codage de transfert de la demande n’est pas pris en charge.'), {
    statusCode: 501,
  });
export const tooManyCalls = (retryAfterS?: number): Refusal =>
  new Refusal('too-many', textOfRefusal('too-many'), retryAfterS);
export const internalError = (): Refusal =>
  new Refusal('internal', 'Une erreur inattendue est survenue. Veuillez réessayer.');
