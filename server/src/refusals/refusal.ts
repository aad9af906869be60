/**
 * The stable codes of refusals, as API clients read them (docs/design.md, errors), with their HTTP statuses.
 */
export const REFUSAL_STATUS = {
  'invalid-input': 400,
  unauthenticated: 401,
  'factor-required': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'already-reversed': 409,
  'too-late': 409,
  'money-spent': 409,
  'not-a-deposit': 409,
  'password-change-required': 409,
  'proof-required': 409,
  'factor-missing': 409,
  'invalid-idempotency': 422,
  abandoned: 422,
  'too-many': 429,
  unavailable: 503,
  internal: 500,
} as const;
export type RefusalCode = keyof typeof REFUSAL_STATUS;
export const REFUSAL_CODES = Object.keys(REFUSAL_STATUS) as RefusalCode[];

/** A refused call: a stable code and the French sentence that the user reads. `cause` is only logged. */
export class Refusal extends Error {
  /** The field of the request that the sentence is about, where it is about one. */
  field: string | undefined;

  constructor(
    readonly code: RefusalCode,
    readonly sentence: string,
    readonly retryAfterS?: number,
    cause?: unknown,
  ) {
    super(sentence, { cause });
  }

  /** The same refusal, with the field that it is about. */
  about(field: string): this {
    this.field = field;
    return this;
  }
}

export const invalidInput = (sentence = 'Les données envoyées sont invalides.'): Refusal =>
  new Refusal('invalid-input', sentence);
export const addressNotFound = (): Refusal => new Refusal('not-found', 'Adresse introuvable.');
export const unavailable = (cause?: unknown): Refusal =>
  new Refusal('unavailable', 'Le service est momentanément indisponible. Veuillez réessayer.', 1, cause);
