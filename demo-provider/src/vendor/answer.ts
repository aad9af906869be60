import { fromWireBalance } from './amount.js';
import type { Profile } from './profile.js';

/** `unknown`: no answer, or an answer that leaves open whether the money moved. */
export interface Verdict {
  readonly kind: 'accepted' | 'refused' | 'unknown';
  /** The operator's `msg`, or why there is none. */
  readonly word: string;
  /** Whole millimes; NaN when the answer has none. */
  readonly balance: number;
}

const unknown = (word: string): Verdict => ({ kind: 'unknown', word, balance: NaN });

/** Messages that leave the outcome open for vendors that read them so. */
const UNDECIDED = new Set(['INTERNAL_ERROR', 'EXTERNAL_ERROR', 'NOW_CHECKING', 'UNKNOWN']);
/**
 * The flat dialect refuses by these statuses; any other one but 200 leaves the outcome open, as in the other
 * dialects.
 */
const FLAT_REFUSALS: readonly number[] = [400, 404];

/** Reads an operator's answer as the vendor of a profile does. */
export function readAnswer(profile: Profile, httpStatus: number, text: string): Verdict {
  let body: { status?: unknown; msg?: unknown; user_balance?: unknown } | null;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return unknown('UNREADABLE');
  }
  if (typeof body !== 'object' || body === null) return unknown('UNREADABLE');
  const balance = fromWireBalance(profile, body.user_balance);
  const word = typeof body.msg === 'string' ? body.msg : 'UNKNOWN';
  const isRefusalStatus = profile.dialect === 'iii' && FLAT_REFUSALS.includes(httpStatus);
  if (httpStatus !== 200 && !isRefusalStatus) return unknown(`HTTP ${httpStatus} ${word}`);
  if (body.status === 1 && httpStatus === 200) return { kind: 'accepted', word: 'SUCCESS', balance };
  if (body.status !== 0) return unknown('UNREADABLE');
  if (word === 'DUPLICATED_REQUEST' && profile.isDuplicateDone) return { kind: 'accepted', word, balance };
  if (UNDECIDED.has(word) && profile.internalError === 'unknown') return unknown(word);
  return { kind: 'refused', word, balance };
}
