import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { messages } from './transfer.messages';

/** With fewer recent movements no amount counts as unusual. */
const LEAST_MOVEMENTS = 3;

/**
 * The median of the recent amounts if `amount` may be a typing error: at least ten times the median, or exactly ten times a recent amount
 * and above all of them. Otherwise null.
 */
export function medianIfSuspicious(amount: number, recent: readonly number[]): number | null {
  if (recent.length < LEAST_MOVEMENTS) return null;
  const sorted = [...recent].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const hasZeroMore = recent.includes(amount / 10) && amount > Math.max(...recent);
  return amount >= 10 * median || hasZeroMore ? median : null;
}

export type TransferType = 'DEPOSIT' | 'WITHDRAWAL';

export type AmountCheck =
  | { readonly amount: number; readonly error: null }
  | { readonly amount: null; readonly error: string };

const refuse = (error: string): AmountCheck => ({ amount: null, error });

/**
 * Digits, with up to three zeros after the point as in a copied amount. `Number` also accepts 1e3, 0x10 and spaces, and a number
 * field turns 2,000.00 into 2.00000.
 */
const isWholeNumber = (text: string): boolean =>
  /^\d+(\.0{0,3})?$/.test(text) && Number(text) <= MAX_WIRE_AMOUNT;

/** Steps of the buttons beside the amount, in TND. */
export const QUICK_AMOUNTS = [10, 20, 50, 100];

/** The field's text after a step; text that is no whole amount counts as 0. */
export const addToAmount = (text: string, step: number): string =>
  String((isWholeNumber(text) ? Number(text) : 0) + step);

/** In TND. A deposit is taken from the agent's own balance. */
interface Balances {
  readonly target: number;
  readonly own: number;
}

/** The checks of section 5 of docs/spec-coverage.md in the order of that section, then our own: a deposit is at most the agent's balance. */
export function checkAmount(text: string, type: TransferType, { target, own }: Balances): AmountCheck {
  const value = Number(text);
  if (!(value > 0)) return refuse(messages.notAboveZero);
  if (type === 'WITHDRAWAL' && value > target) return refuse(messages.aboveBalance);
  if (!isWholeNumber(text)) return refuse(messages.notWhole);
  if (type === 'DEPOSIT' && value > own) return refuse(messages.aboveOwnBalance);
  return { amount: value, error: null };
}
