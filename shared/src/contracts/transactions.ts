import * as z from 'zod/mini';
import { agentNewBalanceSchema } from './auth';
import { pageOf } from './page';

/**
 * Item of a history (section 3 of docs/spec-coverage.md). `date` is a local ISO date-time in the server's
 * TIME_ZONE, without zone. Kinds beyond the specification's three are BET, WIN, JACKPOT_WIN, ROLLBACK, ISSUE,
 * REPAYMENT, DEPOSIT_CORRECTION, WITHDRAWAL_CORRECTION and REVERSAL (section 4 of docs/design.md).
 * `balanceAfter`, in TND, is the balance of the account whose history is read (decision 0025). `reverses` and
 * `reversedBy` are numbers of movements (decision 0054).
 */
export const historyItemSchema = z.object({
  id: z.number(),
  date: z.string(),
  targetUsername: z.string(),
  targetUserId: z.optional(z.nullable(z.number())),
  initiatorUsername: z.optional(z.string()),
  initiatorTransactionType: z.string(),
  amount: z.number(),
  balanceAfter: z.optional(z.number()),
  /** Of a single movement that its agent reads: the balance of the account that received it, in TND. */
  targetBalanceAfter: z.optional(z.number()),
  /** Of a movement of a game. */
  game: z.optional(z.string()),
  note: z.optional(z.string()),
  reverses: z.optional(z.number()),
  reversedBy: z.optional(z.number()),
  /** The number of the request that the movement paid (decision 0113). */
  request: z.optional(z.number()),
  /** The agent who made this deposit may still take it back. */
  isReversible: z.optional(z.boolean()),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;
/**
 * `totals`, in TND: what a selection added to and took from the balance of the account whose history is read.
 */
export const historyPageSchema = z.extend(pageOf(historyItemSchema), {
  totals: z.optional(z.object({ credited: z.number(), debited: z.number() })),
  /** Local date-time: the selection was too long and holds no earlier movements. */
  examinedFrom: z.optional(z.string()),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

export const reportSchema = z.object({ totalIn: z.number(), totalOut: z.number(), totalNet: z.number() });
export type Report = z.infer<typeof reportSchema>;

/** Characters of the note on a deposit or withdrawal. */
export const MAX_NOTE_LENGTH = 120;

/** The longest period a daily report covers: a leap year. */
export const MAX_REPORT_DAYS = 366;

/**
 * Response of GET /transactions/report/days: every day of the period in order, with zeros for days without
 * movements.
 */
export const dailyReportSchema = z.object({
  days: z.array(
    z.object({ date: z.string(), totalIn: z.number(), totalOut: z.number(), totalNet: z.number() }),
  ),
});
export type DailyReport = z.infer<typeof dailyReportSchema>;
export type ReportDay = DailyReport['days'][number];

/** Response of POST /transactions/attempts/{key}: whether the call with that Idempotency-Key moved money. */
export const attemptOutcomeSchema = z.object({ wasCarriedOut: z.boolean() });

/**
 * Response of POST /transactions and of POST /transactions/{id}/reversal. `transactionId` is the number of
 * the movement.
 */
export const transactionAnswerSchema = z.extend(agentNewBalanceSchema, {
  transactionId: z.optional(z.number()),
});
export type TransactionAnswer = z.infer<typeof transactionAnswerSchema>;
