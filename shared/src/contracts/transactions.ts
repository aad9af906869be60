import * as z from 'zod/mini';
import { typedAmountSchema } from './amount';
import { pageOf } from './page';

export const transactionSchema = z.strictObject({
  receiverUsername: z.string().check(z.minLength(1), z.maxLength(256)),
  amount: typedAmountSchema,
  type: z.enum(['DEPOSIT', 'WITHDRAWAL']),
});
export type TransactionRequest = z.infer<typeof transactionSchema>;

/**
 * Spec §3 history item. `date` is local ISO date-time in the server's TIME_ZONE, no zone. Movement kinds
 * beyond the spec's three are BET, WIN, JACKPOT_WIN, ROLLBACK and ISSUE (design §4). `balanceAfter`, in TND: what the account
 * whose history is read held after it (decision 0025).
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
});
export type HistoryItem = z.infer<typeof historyItemSchema>;
export const historyPageSchema = pageOf(historyItemSchema);

/** Local date-time, no zone, as the report's query carries it (spec §7): 2026-03-01T00:00:00 or with milliseconds. */
export const localDateTimeSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/, 'La date est invalide.'));

export const reportSchema = z.object({ totalIn: z.number(), totalOut: z.number(), totalNet: z.number() });
export type Report = z.infer<typeof reportSchema>;

/** A day of the server's TIME_ZONE: 2026-03-01. */
export const localDateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'La date est invalide.'));

/** The longest period a daily report covers: a leap year. */
export const MAX_REPORT_DAYS = 366;

/** Response of GET /transactions/report/days: every day of the period in order, those without movement as zeros. */
export const dailyReportSchema = z.object({
  days: z.array(
    z.object({ date: z.string(), totalIn: z.number(), totalOut: z.number(), totalNet: z.number() }),
  ),
});
export type DailyReport = z.infer<typeof dailyReportSchema>;
export type ReportDay = DailyReport['days'][number];

/** Response of POST /transactions/attempts/{key}: whether the call sent under that Idempotency-Key moved money. */
export const attemptSchema = z.object({ wasCarriedOut: z.boolean() });
