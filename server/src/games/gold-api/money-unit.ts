import type { MoneyUnit } from '../../config/config';
import { fromMicros, hasAtMostDecimals, toMicros } from '@palier/shared/money';

const MICROS_PER_CENT = 10_000n;

/** A vendor's amount in micro-dinars; null when it is not an exact amount in the unit: never rounded. */
export function readVendorAmount(amount: unknown, unit: MoneyUnit): bigint | null {
  if (typeof amount !== 'number' || amount < 0) return null;
  if (unit === 'decimal') return hasAtMostDecimals(amount, 3) ? toMicros(amount) : null;
  const inDinars = amount / 100;
  return Number.isInteger(amount) && hasAtMostDecimals(inDinars, 2) ? toMicros(inDinars) : null;
}

/** A balance in the vendor's unit; a fraction of a cent is cut off. */
export const writeVendorAmount = (micros: bigint, unit: MoneyUnit): number =>
  unit === 'decimal' ? fromMicros(micros) : Number(micros / MICROS_PER_CENT);
