/** The server's words for refusals (section 4 of docs/design.md). */
export const REFUSAL_CODES = [
  'invalid-input',
  'unauthenticated',
  'not-allowed',
  'not-found',
  'conflict',
  'invalid-idempotency',
  'abandoned',
  'too-many',
  'unavailable',
  'internal',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/**
 * A refusal in the server's words (section 4 of docs/design.md): a stable code and the French sentence the user reads. `cause` is for the
 * log.
 */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly sentence: string,
    readonly retryAfterS?: number,
    cause?: unknown,
  ) {
    super(sentence, { cause });
  }
}

/** Foreign and missing accounts answer alike (section 4 of docs/design.md). */
export const accountNotFound = (): Refusal => new Refusal('not-found', 'Compte introuvable.');
export const unauthenticated = (): Refusal =>
  new Refusal('unauthenticated', 'Votre session a expiré. Veuillez vous reconnecter.');
export const notAllowed = (): Refusal =>
  new Refusal('not-allowed', "Vous n'avez pas le droit d'effectuer cette action.");
export const unavailable = (cause?: unknown): Refusal =>
  new Refusal('unavailable', 'Le service est momentanément indisponible. Veuillez réessayer.', 1, cause);
export const tooManyTries = (waitS: number): Refusal =>
  new Refusal('too-many', 'Trop de tentatives. Veuillez patienter quelques minutes.', waitS);
