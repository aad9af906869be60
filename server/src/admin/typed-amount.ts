import { hasAtMostDecimals, toMicros, type Micros } from '@palier/shared/money';

/**
 * A positive amount in TND as an operator types it, at most 2 decimals; null for anything else. `Number` would take an empty
 * word for 0, 0x10 for 16 and 1e3 for 1000.
 */
export function readTypedAmount(typed: string): Micros | null {
  const amount = Number(typed);
  const isAmount = /^\d+(\.\d{1,2})?$/.test(typed) && amount > 0 && hasAtMostDecimals(amount, 2);
  return isAmount ? toMicros(amount) : null;
}
