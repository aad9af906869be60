import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { messages } from './transfer.messages';

export type TransferType = 'DEPOSIT' | 'WITHDRAWAL';

export type AmountCheck =
  { readonly amount: number; readonly fault: null } | { readonly amount: null; readonly fault: string };

const refuse = (fault: string): AmountCheck => ({ amount: null, fault });

/** Digits only, however few: what `Number` would also take (1e3, 0x10, spaces) is not an amount someone meant to type. */
const isWholeNumber = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MAX_WIRE_AMOUNT;

/** The checks of spec §5, in its order. `targetBalance` in TND. */
export function checkAmount(text: string, type: TransferType, targetBalance: number): AmountCheck {
  const value = Number(text);
  if (!(value > 0)) return refuse(messages.notAboveZero);
  if (type === 'WITHDRAWAL' && value > targetBalance) return refuse(messages.aboveBalance);
  if (!isWholeNumber(text)) return refuse(messages.notWhole);
  return { amount: value, fault: null };
}
