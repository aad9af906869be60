import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { messages } from './transfer.messages';

export type TransferType = 'DEPOSIT' | 'WITHDRAWAL';

export type AmountCheck =
  { readonly amount: number; readonly error: null } | { readonly amount: null; readonly error: string };

const refuse = (error: string): AmountCheck => ({ amount: null, error });

/**
 * Digits, and zeros for millimes, as in an amount that is copied: what `Number` would also take (1e3, 0x10, spaces) is not an
 * amount someone meant to type. More zeros are what the field makes of 2,000.00.
 */
const isWholeNumber = (text: string): boolean =>
  /^\d+(\.0{0,3})?$/.test(text) && Number(text) <= MAX_WIRE_AMOUNT;

/** Balances in TND: the target's, and the agent's own, which a deposit takes from. */
interface Balances {
  readonly target: number;
  readonly own: number;
}

/** The checks of spec §5, in its order, and last our own: an agent gives no more than it has. */
export function checkAmount(text: string, type: TransferType, { target, own }: Balances): AmountCheck {
  const value = Number(text);
  if (!(value > 0)) return refuse(messages.notAboveZero);
  if (type === 'WITHDRAWAL' && value > target) return refuse(messages.aboveBalance);
  if (!isWholeNumber(text)) return refuse(messages.notWhole);
  if (type === 'DEPOSIT' && value > own) return refuse(messages.aboveOwnBalance);
  return { amount: value, error: null };
}
