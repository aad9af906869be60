import * as z from 'zod/mini';

/**
 * One entry of an account's journal. `kind`: account-created, activated, deactivated, password-changed,
 * signed-in, signed-out, sessions-ended, frozen, unfrozen, login-unlocked, transfer-corrected, repaid,
 * limits-changed, own-limit-set, own-limit-asked, paused, excluded, factor-added, factor-removed,
 * factor-reset-asked, factor-reset-withdrawn, recovery-codes-made, proof-sum-set; an unknown kind is shown as
 * it is. `date`: local ISO date-time in the server's TIME_ZONE.
 */
const journalEntrySchema = z.object({
  id: z.number(),
  date: z.string(),
  kind: z.string(),
  /** Null for an operator or the server itself. */
  actorUsername: z.nullable(z.string()),
  /** Such as Firefox and Windows, for the reader's own sign-ins only; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /**
   * For sessions-ended: number and reason (ended-by-user, deactivated, frozen, excluded, password-changed,
   * refresh-replayed, replaced, inactive, factor-changed, ended-by-operator).
   */
  sessionCount: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/**
 * Entries older than the query's `before`, newest first. `next` is the `before` of the following page, null
 * at the end.
 */
export const journalSchema = z.object({
  data: z.array(journalEntrySchema),
  next: z.nullable(z.number()),
  /** The latest known sign-in of another session. */
  lastSignInAt: z.nullable(z.string()),
});
export type Journal = z.infer<typeof journalSchema>;
