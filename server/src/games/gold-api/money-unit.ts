import { fromMicros, hasAtMostDecimals, toMicros } from '@palier/shared/money';

export const MONEY_UNITS = ['decimal', 'cents'] as const;
/** How a vendor writes money: decimals of a dinar, at most 3, or whole hundredths of it. */
export type MoneyUnit = (typeof MONEY_UNITS)[number];

const MICROS_PER_CENT = 10_000n;

/** A vendor's amount in micro-dinars; null when it is not an exact amount in the unit: never rounded. */
export function readVendorAmount(amount: unknown, unit: MoneyUnit): bigint | null {
  if (typeof amount !== 'number' || amount < 0) return null;
  if (unit === 'decimal') return hasAtMostDecimals(amount, 3) ? toMicros(amount) : null;
  const inDinars = amount / 100;
  return Number.isInteger(amount) && hasAtMostDecimals(inDinars, 2) ? toMicros(inDinars) : null;
}

/** A balance as the vendor reads it; a part of a cent is not told. */
export const writeVendorAmount = (micros: bigint, unit: MoneyUnit): number =>
  unit === 'decimal' ? fromMicros(micros) : Number(micros / MICROS_PER_CENT);
