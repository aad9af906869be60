import type { MoneyUnit } from '../../config/config';
import { fromMicros, MAX_WIRE_AMOUNT, toMicros } from '@palier/shared/money';

const MICROS_PER_CENT = 10_000n;
/** Steps of an amount in its unit. */
const STEPS = { decimal: 1_000, cents: 1 } as const;
const STEPS_PER_DINAR = { decimal: 1_000, cents: 100 } as const;
/** What binary numbers add to an amount: 0.1 + 0.2 is 0.30000000000000004. */
const NOISE = 1e-9;
/**
 * As encoders write decimals: `2.00`, `1E+2` and `0E-8` (Java), `1,234.50` (PHP). `1,234` may mean two
 * amounts and is none.
 */
const NUMBER = /^(\d+|\d{1,3}(,\d{3})+(?=\.))(\.\d+)?(E[+-]?\d{1,3})?$/i;

/**
 * A vendor's amount, a number or its text, in micro-dinars; null when it is not an amount in the unit.
 * Rounding noise is removed; an amount that is finer than the unit is never rounded.
 */
export function readVendorAmount(amount: unknown, unit: MoneyUnit): bigint | null {
  const value =
    typeof amount === 'string' && NUMBER.test(amount) ? Number(amount.replaceAll(',', '')) : amount;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const steps = Math.round(value * STEPS[unit]);
  if (steps < 0 || Math.abs(steps / STEPS[unit] - value) >= NOISE) return null;
  const inDinars = steps / STEPS_PER_DINAR[unit];
  return inDinars > MAX_WIRE_AMOUNT ? null : toMicros(inDinars);
}

/** A balance in the vendor's unit; a fraction of a cent is cut off. */
export const writeVendorAmount = (micros: bigint, unit: MoneyUnit): number =>
  unit === 'decimal' ? fromMicros(micros) : Number(micros / MICROS_PER_CENT);
