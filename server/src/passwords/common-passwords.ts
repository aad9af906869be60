/** Of the most used passwords, the number that are also refused with other digits and signs at the end. */
const REFUSED_WITH_ANY_END = 10_000;

/** Words of this product, its people and its place, which the list does not have among its first. */
const LOCAL_WORDS = [
  'palier',
  'capo',
  'superadmin',
  'admin',
  'agent',
  'client',
  'joueur',
  'casino',
  'jackpot',
  'motdepasse',
  'tunisie',
];

interface Words {
  readonly passwords: ReadonlySet<string>;
  readonly refusedWithAnyEnd: ReadonlySet<string>;
}

let loaded: Promise<Words> | undefined;

/** The list is decompressed at the first use, which takes as long as a password hash, so not at the start. */
async function loadWords(): Promise<Words> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return {
    passwords: new Set(passwords),
    refusedWithAnyEnd: new Set([...LOCAL_WORDS, ...passwords.slice(0, REFUSED_WITH_ANY_END)]),
  };
}

/** Without case and accents. */
export const foldPassword = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const withoutTrailingNonLetters = (text: string): string => text.replace(/[^\p{L}]+$/u, '');
const isOneLetterAndDigits = (text: string): boolean => /^\d*(\p{L})\1*\d*$/u.test(text);
const withoutStart = (text: string): string => text.replace(/^[^\p{L}]+/u, '');

/**
 * Without case and accents, the password is one of the 49 233 most used, or one of the first 10 000 or of the
 * words of this product with digits and signs around it, or one letter again and again with digits.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= loadWords();
  const { passwords, refusedWithAnyEnd } = await loaded;
  const folded = foldPassword(password);
  const start = withoutTrailingNonLetters(folded);
  return (
    passwords.has(folded) ||
    refusedWithAnyEnd.has(start) ||
    refusedWithAnyEnd.has(withoutStart(start)) ||
    isOneLetterAndDigits(folded)
  );
}
