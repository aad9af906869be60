/**
 * Not a singleton: numbers as French writes them, with narrow spaces between groups of three digits. Not by
 * Intl, whose first formatter takes 60 ms of an old phone while the page starts.
 */

const minus = (value: number): string => (value < 0 ? '−' : '');
const groupDigits = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** A whole number. */
export const formatCount = (count: number): string => minus(count) + groupDigits(String(Math.abs(count)));

/** A number with `least` to `most` decimals, rounded to `most`; zero has no sign, the minus is U+2212. */
export function formatDecimals(value: number, least: number, most: number): string {
  // As a number again, so that the error of a float is not written: 8999999999.29 has six more decimals.
  const rounded = Number(value.toFixed(most));
  const [whole = '', decimals = ''] = String(Math.abs(rounded)).split('.');
  const shown = decimals.padEnd(least, '0');
  return minus(rounded) + groupDigits(whole) + (shown === '' ? '' : `,${shown}`);
}

/** An amount in TND with all its decimals, up to micro-dinars. */
export const formatExact = (amount: number): string => formatDecimals(amount, 2, 6);
