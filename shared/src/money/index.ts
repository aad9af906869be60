/** One micro-dinar is a millionth of a dinar (TND); every amount past the wire is a whole number of them. */
export type Micros = bigint & { readonly __unit: 'micros' };

const MICROS_PER_DINAR = 1_000_000n;

/** The largest wire amount, in TND, whose micro-dinars a JSON number still carries exactly. */
export const MAX_WIRE_AMOUNT = 9_000_000_000;

/** True when `amount` (TND) is finite, within bounds and written with at most `decimals` decimals. */
export function hasAtMostDecimals(amount: number, decimals: 2 | 3 | 6): boolean {
  if (!Number.isFinite(amount) || Math.abs(amount) > MAX_WIRE_AMOUNT) return false;
  return Number(amount.toFixed(decimals)) === amount;
}

/** Wire amount (TND, at most 6 decimals) to micro-dinars. Throws RangeError when it cannot be represented: never rounds. */
export function toMicros(amount: number): Micros {
  if (!hasAtMostDecimals(amount, 6)) throw new RangeError('amount-not-representable');
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(6).split('.');
  const absolute = BigInt(whole) * MICROS_PER_DINAR + BigInt(fraction);
  return (amount < 0 ? -absolute : absolute) as Micros;
}

/** Micro-dinars to a wire amount in TND. */
export const fromMicros = (value: bigint): number => Number(value) / Number(MICROS_PER_DINAR);

const twoDecimals = new Intl.NumberFormat('fr', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * An amount (TND) as shown: two decimals, French separators; a non-finite amount shows as an em dash. Decimals beyond the second
 * are cut, never rounded up: a balance shows no more than can be taken from it. No zero has a sign.
 */
export const formatAmount = (amount: number): string =>
  Number.isFinite(amount) ? twoDecimals.format(Math.trunc(Math.round(amount * 1e6) / 1e4) / 100 || 0) : '—';
