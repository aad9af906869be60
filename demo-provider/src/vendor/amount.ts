import type { Profile } from './profile.js';

/** Millimes in an amount's smallest step. */
export const stepMillimes = ({ unit, decimals }: Pick<Profile, 'unit' | 'decimals'>): number =>
  unit === 'cents' || decimals === 2 ? 10 : 1;

const NOISE = Number.EPSILON;

/**
 * An amount in the vendor's unit and form. A part of a cent stays a fraction of it, which the operator must
 * refuse.
 */
export function toWireAmount({ unit, amountForm, decimals }: Profile, millimes: number): number | string {
  const amount = millimes / (unit === 'cents' ? 10 : 1000);
  if (amountForm === 'text') return amount.toFixed(unit === 'cents' ? 0 : decimals);
  return amountForm === 'number' ? amount : amount * (1 + NOISE);
}

/**
 * A balance of the operator in millimes; NaN when it is not a number. Operators may answer more digits, which
 * are cut.
 */
export function fromWireBalance({ unit }: Pick<Profile, 'unit'>, balance: unknown): number {
  if (typeof balance !== 'number') return NaN;
  return Math.floor(balance * (unit === 'cents' ? 10 : 1000) + 1e-6);
}
