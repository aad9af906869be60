import * as z from 'zod/mini';
import { hasAtMostDecimals, MAX_WIRE_AMOUNT } from '../money';

/** An opening balance: TND, zero allowed, at most two decimals. */
export const openingBalanceSchema = z.number().check(
  z.refine((amount) => amount > 0 || Object.is(amount, 0), 'Le montant ne peut pas être négatif.'),
  z.lte(MAX_WIRE_AMOUNT, 'Le montant est trop grand.'),
  z.refine((amount) => hasAtMostDecimals(amount, 2), 'Le montant doit être un nombre valide.'),
);
