import { hasAtMostDecimals, toMicros, type Micros } from '@palier/shared/money';

/**
 * A positive amount in TND as an operator types it, at most 2 decimals (a provider's: 3); null for anything else. `Number` would
 * take an empty word for 0, 0x10 for 16 and 1e3 for 1000.
 */
export function readTypedAmount(typed: string, decimals: 2 | 3 = 2): Micros | null {
  const amount = Number(typed);
  const isAmount = /^\d+(\.\d{1,3})?$/.test(typed) && amount > 0 && hasAtMostDecimals(amount, decimals);
  return isAmount ? toMicros(amount) : null;
}
