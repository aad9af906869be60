import { hasAtMostDecimals, toMicros, type Micros } from '@palier/shared/money';

/**
 * A positive amount in TND with at most 2 decimals (3 for amounts of providers); null for anything else. `Number` alone would
 * accept an empty text, 0x10 and 1e3.
 */
export function readTypedAmount(typed: string, decimals: 2 | 3 = 2): Micros | null {
  const amount = Number(typed);
  const isAmount = /^\d+(\.\d{1,3})?$/.test(typed) && amount > 0 && hasAtMostDecimals(amount, decimals);
  return isAmount ? toMicros(amount) : null;
}
