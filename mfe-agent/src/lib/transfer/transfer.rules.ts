import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { ambiguousAmount, isWhole, readAmount } from '@palier/shared/money/read-amount';
import { messages } from './transfer.messages';

/** With fewer recent movements no amount counts as unusual. */
const LEAST_MOVEMENTS = 3;

/**
 * The median of the recent amounts if `amount` may be a typing error: at least ten times the median, or
 * exactly ten times a recent amount and above all of them. Otherwise null.
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

const isWholeAmount = (decimal: string | null): decimal is string =>
  decimal !== null && isWhole(decimal) && Number(decimal) <= MAX_WIRE_AMOUNT;

/** Steps of the buttons beside the amount, in TND. */
export const QUICK_AMOUNTS = [10, 20, 50, 100];

/** The field's text after a step, at least 0; text that is no whole amount counts as 0. */
export function addToAmount(text: string, step: number): string {
  const { decimal } = readAmount(text);
  const amount = isWholeAmount(decimal) ? Number(decimal) : 0;
  return String(Math.max(amount + step, 0));
}

/** In TND. A deposit is taken from the agent's own balance. */
interface Balances {
  readonly target: number;
  readonly own: number;
}

/**
 * The checks of section 5 of docs/spec-coverage.md in the order of that section, then our own: a deposit is
 * at most the agent's balance. A text that is not one amount has no place in that order, so it is refused
 * first. No text counts as 0.
 */
export function checkAmount(text: string, type: TransferType, { target, own }: Balances): AmountCheck {
  const { decimal, fault } = readAmount(text);
  if (fault === 'ambiguous') return refuse(ambiguousAmount(text));
  if (fault === 'unreadable') return refuse(messages.notWhole);
  const value = Number(decimal);
  if (!(value > 0)) return refuse(messages.notAboveZero);
  if (type === 'WITHDRAWAL' && value > target) return refuse(messages.aboveBalance);
  if (!isWholeAmount(decimal)) return refuse(messages.notWhole);
  if (type === 'DEPOSIT' && value > own) return refuse(messages.aboveOwnBalance);
  return { amount: value, error: null };
}
