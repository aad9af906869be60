import * as z from 'zod/mini';
import { roleSchema } from './roles';

const dayLine = { added: z.number(), withdrawn: z.number(), movementCount: z.number() };

/**
 * Response of GET /reports/day-close: a day of the caller's account in the server's TIME_ZONE, amounts in
 * TND. `received` and `returned` are exchanged with the parent, `collected` and `distributed` with
 * sub-accounts; `reversed` is the part of `collected` that took deposits back; opening + totalIn − totalOut =
 * closing.
 */
export const dayCloseSchema = z.object({
  date: z.string(),
  /** Local date-time at which the balances were read. */
  readAt: z.string(),
  isOver: z.boolean(),
  opening: z.number(),
  received: z.number(),
  collected: z.number(),
  reversed: z.number(),
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

/**
 * Response of GET /reports/trial-balance, amounts in TND: the caller's subtree, and that of each direct child
 * by name.
 */
export const trialBalanceSchema = z.object({
  /** Local date-time at which the balances were read, in the server's TIME_ZONE. */
  readAt: z.string(),
  whole: balanceLineSchema,
  subAccounts: z.array(balanceLineSchema),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;
export type BalanceLine = TrialBalance['whole'];

const networkFigures = {
  /** Exchanged with the direct parent, which settles the difference. */
  received: z.number(),
  returned: z.number(),
  settlement: z.number(),
  /** Given to the players below and taken back from them. */
  deposits: z.number(),
  withdrawals: z.number(),
  net: z.number(),
  /** Stakes less returned stakes. */
  stakes: z.number(),
  wins: z.number(),
  /** stakes − wins. Prizes and contributions of jackpots are not part of it. */
  grossGamingRevenue: z.number(),
  /** Paid to players from the pots. */
  jackpotPrizes: z.number(),
  /** Distinct players with a stake. */
  activePlayers: z.number(),
};
const networkFiguresSchema = z.object(networkFigures);
export type NetworkFigures = z.infer<typeof networkFiguresSchema>;

const networkUser = { id: z.number(), username: z.string(), roleName: roleSchema };
const networkLineSchema = z.object({
  ...networkUser,
  ...networkFigures,
  /** Requests of sub-accounts that this account paid or refused, or that expired (decision 0113). */
  answers: z.optional(z.number()),
  /** The average time in seconds until an answer; null without one. Absent in the sums of the whole. */
  averageWaitS: z.optional(z.nullable(z.number())),
});

/**
 * Response of GET /transactions/report/network (decision 0053), amounts in TND: the subtree of a user between
 * two days of the server's TIME_ZONE, and each direct sub-account with everything below it. `received` and
 * `returned` of the whole are those of all direct sub-accounts.
 */
export const networkReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Local date-time of the reading. */
  readAt: z.string(),
  /** From the caller to the user whose subtree it is. */
  path: z.array(z.object(networkUser)),
  whole: networkFiguresSchema,
  /** By name. */
  subAccounts: z.array(networkLineSchema),
  others: z.nullable(z.object({ count: z.number(), ...networkFigures })),
});
export type NetworkReport = z.infer<typeof networkReportSchema>;
