import * as z from 'zod/mini';

const dayLine = { added: z.number(), withdrawn: z.number(), movementCount: z.number() };

/**
 * Response of GET /reports/day-close: a day of the caller's account in the server's TIME_ZONE, amounts in TND. `received` and `returned`
 * are exchanged with the parent, `collected` and `distributed` with sub-accounts; opening + totalIn − totalOut = closing.
 */
export const dayCloseSchema = z.object({
  date: z.string(),
  /** Local date-time at which the balances were read. */
  readAt: z.string(),
  isOver: z.boolean(),
  opening: z.number(),
  received: z.number(),
  collected: z.number(),
  totalIn: z.number(),
  distributed: z.number(),
  returned: z.number(),
  totalOut: z.number(),
  closing: z.number(),
  movementCount: z.number(),
  /** The sub-accounts with movements, by name. */
  subAccounts: z.array(z.object({ id: z.number(), username: z.string(), ...dayLine })),
  others: z.nullable(z.object({ count: z.number(), ...dayLine })),
});
export type DayClose = z.infer<typeof dayCloseSchema>;

const balanceLineSchema = z.object({
  id: z.number(),
  username: z.string(),
  own: z.number(),
  below: z.number(),
  total: z.number(),
  /** Stakes of players minus their wins. */
  inPlay: z.number(),
  issued: z.number(),
  withdrawn: z.number(),
  /** own + below + inPlay − (issued − withdrawn); zero unless the ledger is inconsistent. */
  gap: z.number(),
});

/** Response of GET /reports/trial-balance, amounts in TND: the caller's subtree, and that of each direct child by name. */
export const trialBalanceSchema = z.object({
  /** Local date-time at which the balances were read, in the server's TIME_ZONE. */
  readAt: z.string(),
  whole: balanceLineSchema,
  subAccounts: z.array(balanceLineSchema),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;
export type BalanceLine = TrialBalance['whole'];
