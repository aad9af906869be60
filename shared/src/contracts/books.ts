import * as z from 'zod/mini';

const dayLine = { added: z.number(), withdrawn: z.number(), movementCount: z.number() };

/**
 * Response of GET /books/day-close: a day of the caller's own account in the server's TIME_ZONE, amounts in TND. Received
 * and returned move with whoever is above it, collected and distributed with its sub-accounts;
 * opening + totalIn − totalOut = closing.
 */
export const dayCloseSchema = z.object({
  date: z.string(),
  /** Local date-time of the reading. */
  readAt: z.string(),
  /** False while the day goes on. */
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
  /** The sub-accounts that moved, by name. */
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
  /** Staked and not won back by its players. */
  inPlay: z.number(),
  issued: z.number(),
  withdrawn: z.number(),
  /** own + below + inPlay − (issued − withdrawn): zero, or the books are wrong. */
  gap: z.number(),
});

/** Response of GET /books/trial-balance, amounts in TND: the caller's whole subtree, and each direct child's by name. */
export const trialBalanceSchema = z.object({
  /** Local date-time of the reading, in the server's TIME_ZONE. */
  readAt: z.string(),
  whole: balanceLineSchema,
  subAccounts: z.array(balanceLineSchema),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;
export type BalanceLine = TrialBalance['whole'];
