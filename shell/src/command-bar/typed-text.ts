import { foldText } from '@palier/shared/fold-text';
import { ambiguousAmount, isWhole, readAmount } from '@palier/shared/money/read-amount';
import { messages } from './command-bar.messages';
import { takePeriod, type TypedPeriod } from './typed-period';

export type TransferKind = 'DEPOSIT' | 'WITHDRAWAL';

/** What a text of the command bar says. Parts that it does not have are null, or empty. */
export interface TypedText {
  /** Of an account, in the form in which the server compares names; a typed space is a dot. */
  readonly name: string;
  /** Names that the text may mean in place of `name`: in « nadia 50 » also `nadia.50`. */
  readonly otherNames: readonly string[];
  /** Some digits may belong to the amount or to the name: « nadia 2 500 », « 50 nadia 50 ». */
  readonly hasUnclearDigits: boolean;
  readonly kind: TransferKind | null;
  /** A plain decimal without sign, in TND. */
  readonly amount: string | null;
  /** Why the amount cannot be paid. */
  readonly amountFault: string | null;
  readonly period: TypedPeriod | null;
  /** Of a movement or a round. */
  readonly number: string | null;
  /** The text is nothing but a number: « n° 668 ». */
  readonly isNumberOnly: boolean;
}

/** The forms take no larger amount from an address. */
const MAX_AMOUNT = 9_999_999_999;
/** After a word for a movement or a round, the sign may be missing: « partie 668 ». */
const NUMBER = /^(?:(?:partie|round|mouvement|reçu|recu)\s+(?:n[°ºo]?|№|#)?|n[°ºo]?|№|#)\s*(\d{1,15})$/i;
const DIGITS = /^\d{1,15}$/;
const DIGIT_WORDS = /\d\s+\d/;
/** Usernames have no other characters. */
const USERNAME = /^[a-z0-9._-]+$/;
const MAX_OTHER_NAMES = 2;

const KINDS: Readonly<Record<string, TransferKind>> = {
  ajout: 'DEPOSIT',
  ajouts: 'DEPOSIT',
  ajouter: 'DEPOSIT',
  retrait: 'WITHDRAWAL',
  retraits: 'WITHDRAWAL',
  retirer: 'WITHDRAWAL',
};

const NOTHING: TypedText = {
  name: '',
  otherNames: [],
  hasUnclearDigits: false,
  kind: null,
  amount: null,
  amountFault: null,
  period: null,
  number: null,
  isNumberOnly: false,
};

/** Usernames are stored in lower case; the server compares in the same form. */
const toName = (words: readonly string[]): string => words.join('.').normalize('NFKC').toLowerCase();

function isAmount(words: readonly string[]): boolean {
  const { fault } = readAmount(words.join(' '));
  return fault === null || fault === 'ambiguous';
}

/** The first word is a kind only if further words follow: an account may have its name. */
function takeKind(words: readonly string[], isAlone: boolean) {
  const [first = '', ...others] = words;
  const folded = foldText(first);
  return !isAlone && Object.hasOwn(KINDS, folded)
    ? { kind: KINDS[folded]!, others }
    : { kind: null, others: words };
}

/** The part of the words that is an amount: all, the last ones, or the first ones. */
function amountRange(words: readonly string[]): readonly [start: number, end: number] | null {
  const all = words.length;
  for (let start = 0; start < all; start += 1) if (isAmount(words.slice(start))) return [start, all];
  for (let end = all - 1; end > 0; end -= 1) if (isAmount(words.slice(0, end))) return [0, end];
  return null;
}

/** The names that begin or end in the words of the amount beside the name. */
function namesBeside(words: readonly string[], [start, end]: readonly [number, number]): readonly string[] {
  const names = words
    .slice(start, end)
    .map((_, index) =>
      start === 0 ? toName(words.slice(index)) : toName(words.slice(0, start + index + 1)),
    );
  return names.filter((name) => USERNAME.test(name)).slice(0, MAX_OTHER_NAMES);
}

/** The sentence of section 5 of docs/spec-coverage.md for an amount that cannot be paid. */
function faultOf(text: string, decimal: string | null, kind: TransferKind | null): string | null {
  if (decimal === null) return ambiguousAmount(text);
  const value = Number(decimal);
  // A minus is the sign of a withdrawal.
  if (value === 0 || (value < 0 && kind === 'DEPOSIT')) return messages.notAboveZero;
  return isWhole(decimal.replace('-', '')) && Math.abs(value) <= MAX_AMOUNT ? null : messages.notWhole;
}

/** Reads a text: a number, or in any order a kind of movement, a name, an amount and days. */
export function readTypedText(text: string, today: string): TypedText {
  const number = NUMBER.exec(text.normalize('NFC').trim())?.[1];
  if (number !== undefined) return { ...NOTHING, number, isNumberOnly: true };
  const typed = text.trim().split(/\s+/).filter(Boolean);
  const { period, others } = takePeriod(typed, today);
  const { kind, others: words } = takeKind(others, typed.length < 2);
  const range = amountRange(words);
  // Digits alone may also be a name, or a number of a movement.
  const bare = DIGITS.test(text.trim()) ? text.trim() : null;
  if (range === null) return { ...NOTHING, name: toName(words), kind, period };
  const amountText = words.slice(...range).join(' ');
  const { decimal } = readAmount(amountText);
  const name = toName([...words.slice(0, range[0]), ...words.slice(range[1])]);
  return {
    ...NOTHING,
    name,
    otherNames: name === '' ? [bare ?? ''].filter(Boolean) : namesBeside(words, range),
    hasUnclearDigits: DIGIT_WORDS.test(amountText) || (range[0] > 0 && isAmount(words.slice(0, 1))),
    kind: decimal?.startsWith('-') === true ? (kind ?? 'WITHDRAWAL') : kind,
    amount: decimal?.replace('-', '') ?? null,
    amountFault: faultOf(amountText, decimal, kind),
    period,
    number: bare,
  };
}
