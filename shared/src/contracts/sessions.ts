import * as z from 'zod/mini';

/** A live session of the caller; dates are local ISO date-times, `lastUsedAt` to a quarter of an hour. */
const ownSessionSchema = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** The caller's session first, then the newest; `total` includes sessions that are not listed. */
export const ownSessionsSchema = z.object({
  sessions: z.array(ownSessionSchema),
  total: z.number(),
  /** The latest sign-in of another session. */
  lastSignInAt: z.nullable(z.string()),
});
export type OwnSessions = z.infer<typeof ownSessionsSchema>;

export const endedSessionsSchema = z.object({ ended: z.number() });
