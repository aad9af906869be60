import type { RefusalCode } from './refusal-status';
import { textOfRefusal, type RefusalName } from './refusal-texts';

export { REFUSAL_CODES, REFUSAL_STATUS, type RefusalCode } from './refusal-status';

/** A refused call: a stable code and the French sentence that the user reads. `cause` is only logged. */
export class Refusal extends Error {
  /** The field of the request that the sentence is about, where it is about one. */
  field: string | undefined;
  /** Further sentences, after the first. */
  further: readonly string[] = [];

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
  new Refusal('unavailable', textOfRefusal('unavailable'), 1, cause);

/** A refusal of docs/refusals.md, by its name; `values` fill the places of its text. */
export function refusalOf(name: RefusalName, values: Readonly<Record<string, string>> = {}): Refusal {
  const refusal = new Refusal(name.split('/')[0] as RefusalCode, textOfRefusal(name, values));
  // The field by which pages know that the same call is to be sent again after a proof (decision 0108).
  return name === 'proof-required' ? refusal.about('proof') : refusal;
}
