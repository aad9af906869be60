/**
 * The page of one account. Not a singleton: pages import the types only, so the schemas stay out of the first
 * load.
 */
import * as z from 'zod/mini';
import { roleSchema } from './roles';

/**
 * The sums that the account moved in the last `days` days, today included; TND. A correction or reversal is
 * deducted on its own day.
 */
const accountFiguresSchema = z.object({
  days: z.number(),
  /** Exchanged with the parent. */
  received: z.number(),
  returned: z.number(),
  /** Exchanged with the account's own sub-accounts. */
  distributed: z.number(),
  collected: z.number(),
});
export type AccountFigures = z.infer<typeof accountFiguresSchema>;

/** Response of GET /user/account/{id}: an account of the caller's subtree; `balance` in TND, dates local. */
export const accountPageSchema = z.object({
  id: z.number(),
  username: z.string(),
  roleName: roleSchema,
  active: z.boolean(),
  /** Stopped by an operator. */
  isFrozen: z.boolean(),
  balance: z.number(),
  /** Of open payout requests, in TND: it has left the balance (decision 0113). */
  reserved: z.number(),
  /** A direct child of the caller, who may act on it. */
  isDirect: z.boolean(),
  /** From the caller down to the account's parent. */
  path: z.array(z.object({ id: z.number(), username: z.string() })),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  figures: z.array(accountFiguresSchema),
});
export type AccountPage = z.infer<typeof accountPageSchema>;

/**
 * A movement of the account, with `number` and the amount added to its balance in TND, or an entry of its
 * journal, which has neither.
 */
const accountEventSchema = z.object({
  key: z.string(),
  date: z.string(),
  kind: z.string(),
  number: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  balanceAfter: z.nullable(z.number()),
  /**
   * The other side of a movement, or who did what the journal says; null for games, operators and the server.
   */
  username: z.nullable(z.string()),
  game: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** A deposit that the agent who made it may still take back (decision 0054). */
  isReversible: z.boolean(),
  /** Of ended sessions, as in the journal. */
  sessionCount: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});
export type AccountEvent = z.infer<typeof accountEventSchema>;

/**
 * Response of GET /user/account/{id}/events, newest first. `next` is the `before` of the following page, null
 * at the end.
 */
export const accountEventsSchema = z.object({
  data: z.array(accountEventSchema),
  next: z.nullable(z.string()),
});
export type AccountEvents = z.infer<typeof accountEventsSchema>;
