/**
 * Not a singleton: numbers as French writes them, with narrow spaces between groups of three digits. Not by
 * Intl, whose first formatter takes 60 ms of an old phone while the page starts.
 */

const minus = (value: number): string => (value < 0 ? '−' : '');
const groupDigits = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** A whole number. */
export const formatCount = (count: number): string => minus(count) + groupDigits(String(Math.abs(count)));

/** A number with two to `most` decimals, rounded to `most`; zero has no sign, the minus is U+2212. */
export function formatDecimals(value: number, most: number): string {
  // `toFixed` may write the error of a float, as in 8999999999.290001. The float nearest to that number is
  // written 8999999999.29.
  const rounded = Number(value.toFixed(most));
  const [whole = '', decimals = ''] = String(Math.abs(rounded)).split('.');
  return `${minus(rounded)}${groupDigits(whole)},${decimals.padEnd(2, '0')}`;
}

/** An amount in TND with all its decimals, up to micro-dinars. */
export const formatExact = (amount: number): string => formatDecimals(amount, 6);
