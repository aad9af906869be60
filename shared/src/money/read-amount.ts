/** Not a singleton: each package with amount fields has its own copy. */

/** A typed amount as a plain decimal (`-1234.50`), or the reason why the text is not an amount. */
export type AmountReading =
  | { readonly decimal: string; readonly fault: null }
  | { readonly decimal: null; readonly fault: 'empty' | 'unreadable' | 'ambiguous' };

/**
 * Marks without a shape that browsers and spreadsheets copy with numbers beside Arabic text. U+202E is not
 * among them: after it « 05 » looks like 50.
 */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202d\u2066-\u2069]/g;

/** Arabic-Indic, Persian and full-width digits. The last four bits of each code are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

const OTHER_SIGNS: Readonly<Record<string, string>> = {
  '\u2212': '-',
  '\uff0b': '+',
  '\u066b': ',',
  '\u060c': ',',
  '\uff0c': ',',
  '\uff0e': '.',
  '\u066c': "'",
  '\u2019': "'",
};
const OTHER_SIGN = new RegExp(`[${Object.keys(OTHER_SIGNS).join('')}]`, 'g');

/** The currency as the screens show it, and its Arabic sign. */
const CURRENCY = /^(?:DT|TND|د\.ت\.?)\s*|\s*(?:DT|TND|د\.ت\.?)$/i;

const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const PLAIN = /^([+-]?)(\d*)(?:[.,](\d*))?$/;
/** One separator between all groups of three digits, then another one before the decimals. */
const GROUPED = /^([+-]?)([1-9]\d{0,2}(?:([ '.,])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d*))?$/;

/** The text with ASCII digits, signs and spaces, without the currency. */
const toAscii = (text: string): string =>
  text
    .replace(DIRECTION_MARKS, '')
    .trim()
    .replace(CURRENCY, '')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(OTHER_SIGN, (sign) => OTHER_SIGNS[sign] ?? sign)
    .replace(/\s/g, ' ');

/**
 * Reads an amount as people type or paste it: a comma or a point before the decimals, thousands separated by
 * any space, the currency behind it. `1.234` and `1,234` may mean two amounts and are not guessed. Exponents
 * (`1e3`) are refused: on a keyboard, E is next to 3 and 4, so that a slip would send a thousand times the
 * amount.
 */
export function readAmount(text: string): AmountReading {
  if (text.replace(DIRECTION_MARKS, '').trim() === '') return { decimal: null, fault: 'empty' };
  const ascii = toAscii(text);
  if (AMBIGUOUS.test(ascii)) return { decimal: null, fault: 'ambiguous' };
  const plain = PLAIN.exec(ascii);
  const [, sign = '', whole = '', fraction = ''] =
    plain ?? GROUPED.exec(ascii)?.filter((_, group) => group !== 3) ?? [];
  const digits = whole.replace(/\D/g, '');
  if (digits + fraction === '') return { decimal: null, fault: 'unreadable' };
  const integer = digits.replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction === '' ? '' : `.${fraction}`;
  return { decimal: `${sign === '-' ? sign : ''}${integer}${decimals}`, fault: null };
}

/** A typed amount as a number of TND, null when the text is not an amount. */
export function parseAmount(text: string): number | null {
  const { decimal } = readAmount(text);
  return decimal === null ? null : Number(decimal);
}

/** True for whole amounts of 0 or more, with or without decimals of 0. */
export const isWhole = (decimal: string): boolean => /^\d+(\.0+)?$/.test(decimal);

/** Says why an ambiguous amount is refused, and how to write it. */
export function ambiguousAmount(text: string): string {
  const [whole = '', rest = ''] = toAscii(text).split(/[.,]/);
  const millimes = Number(rest);
  const thousands = `${whole}\u00a0${rest}\u00a0DT`;
  const decimals = millimes === 0 ? '' : ` et ${millimes}\u00a0${millimes === 1 ? 'millime' : 'millimes'}`;
  return [
    `«\u00a0${text.trim()}\u00a0» peut vouloir dire ${thousands} ou ${whole}\u00a0DT${decimals}.`,
    'Écrivez le montant sans séparateur, ou avec une virgule et deux décimales.',
  ].join(' ');
}
