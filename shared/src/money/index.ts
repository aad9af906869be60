/** Singleton of the page: amounts and micro-dinars. */
import { formatDecimals } from '../french-numbers';

/** Micro-dinars in a dinar (TND). Inside the server, amounts are whole micro-dinars. */
export type Micros = bigint & { readonly __unit: 'micros' };

const MICROS_PER_DINAR = 1_000_000n;

/** The largest amount, in TND, whose micro-dinars fit a JSON number exactly. */
export const MAX_WIRE_AMOUNT = 9_000_000_000;

/** True when `amount` (TND) is finite, within bounds and written with at most `decimals` decimals. */
export function hasAtMostDecimals(amount: number, decimals: 2 | 3 | 6): boolean {
  if (!Number.isFinite(amount) || Math.abs(amount) > MAX_WIRE_AMOUNT) return false;
  return Number(amount.toFixed(decimals)) === amount;
}

/** Converts TND, with at most 6 decimals, to micro-dinars. Throws RangeError instead of rounding. */
export function toMicros(amount: number): Micros {
  if (!hasAtMostDecimals(amount, 6)) throw new RangeError('amount-not-representable');
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(6).split('.');
  const absolute = BigInt(whole) * MICROS_PER_DINAR + BigInt(fraction);
  return (amount < 0 ? -absolute : absolute) as Micros;
}

/** Converts micro-dinars to TND. */
export const fromMicros = (value: bigint): number => Number(value) / Number(MICROS_PER_DINAR);

/**
 * Cuts an amount to two decimals. Rounding first removes the error of a float: 58.3 - 58 is 0.30. Above four
 * thousand millions a float does not hold the sixth decimal.
 */
function cutToCents(amount: number): number {
  const precision = Math.abs(amount) < 2 ** 32 ? 1e6 : 1e5;
  const cents = Math.trunc(Math.round(Math.abs(amount) * precision) / (precision / 100));
  return (Math.sign(amount) * cents) / 100 || 0;
}

/**
 * Formats TND with two decimals and French separators; a non-finite amount becomes an em dash. Further
 * decimals are cut, because a rounded balance could exceed the amount that can be withdrawn. Zero has no
 * sign; the minus is U+2212, as wide as a plus.
 */
export const formatAmount = (amount: number): string =>
  Number.isFinite(amount) ? formatDecimals(cutToCents(amount), 2) : '—';
