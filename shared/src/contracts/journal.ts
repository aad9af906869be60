import * as z from 'zod/mini';

/**
 * One line of an account's journal. `kind`: account-created, activated, deactivated, password-changed, signed-in, signed-out,
 * sessions-ended; a reader shows one it does not know as it is. `date`: local ISO date-time in the server's TIME_ZONE.
 */
const actSchema = z.object({
  id: z.number(),
  date: z.string(),
  kind: z.string(),
  /** Null when the house did it: an operator, or the server itself. */
  actorUsername: z.nullable(z.string()),
  /** Families such as Firefox and Windows, of one's own sign-ins alone; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Of sessions-ended: how many, and why (ended-by-user, deactivated, password-changed, refresh-replayed, replaced). */
  sessionCount: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});
export type Act = z.infer<typeof actSchema>;

/** A journal from `before` back, newest first. `next` is the `before` of what is older, null at the end. */
export const journalSchema = z.object({
  data: z.array(actSchema),
  next: z.nullable(z.number()),
  /** The latest sign-in that is remembered, the reading session's own left out. */
  lastSignInAt: z.nullable(z.string()),
});
export type Journal = z.infer<typeof journalSchema>;
