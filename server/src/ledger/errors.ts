import { invalidInput, Refusal } from '../refusals/refusal';

export const invalidIdempotencyKey = (): Refusal => invalidInput("L'en-tête Idempotency-Key est invalide.");
export const keyReused = (): Refusal =>
  new Refusal('invalid-idempotency', "Cette clé d'idempotence a déjà servi à une autre demande.");
/**
 * The caller resolved this key before the call arrived, and was answered that the call was not carried out.
 */
export const attemptAbandoned = (): Refusal =>
  new Refusal(
    'abandoned',
    "Cette demande a été abandonnée avant d'arriver. Rien n'a été fait\u00a0; veuillez la refaire.",
  );
