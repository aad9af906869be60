/** The stable codes of refusals, as API clients read them (docs/design.md, errors). */
export const REFUSAL_CODES = [
  'invalid-input',
  'unauthenticated',
  'not-allowed',
  'not-found',
  'conflict',
  'already-reversed',
  'too-late',
  'money-spent',
  'not-a-deposit',
  'invalid-idempotency',
  'abandoned',
  'too-many',
  'unavailable',
  'internal',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** A refused call: a stable code and the French sentence that the user reads. `cause` is only logged. */
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

export const invalidInput = (sentence = 'Les données envoyées sont invalides.'): Refusal =>
  new Refusal('invalid-input', sentence);
export const addressNotFound = (): Refusal => new Refusal('not-found', 'Adresse introuvable.');
export const unavailable = (cause?: unknown): Refusal =>
  new Refusal('unavailable', 'Le service est momentanément indisponible. Veuillez réessayer.', 1, cause);
