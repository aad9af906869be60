/**
 * Requests for balance and payouts to the parent (decision 0113). Not a singleton: pages import the types
 * only, so the schemas stay out of the first load.
 */
import * as z from 'zod/mini';

export const REQUEST_KINDS = ['DEPOSIT', 'WITHDRAWAL'] as const;
const REQUEST_STATUSES = ['OPEN', 'PAID', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

const requestFields = {
  /** The number of the request. */
  id: z.number(),
  /** Of the movement that pays it: a deposit for the asker, or a withdrawal, which pays a player out. */
  type: z.enum(REQUEST_KINDS),
  /** Whole TND. */
  amount: z.number(),
  note: z.nullable(z.string()),
  /** Local date-times in the server's TIME_ZONE. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** For how long it has been open, or was: the clock of the page may differ. */
  ageS: z.number(),
  /** The sum has left the asker's balance, and waits in the reserve. */
  isReserved: z.boolean(),
};

/** One of the caller's own requests. */
const ownRequestSchema = z.object({
  ...requestFields,
  status: z.enum(REQUEST_STATUSES),
  /** When the parent's page showed it. */
  seenAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The number of the movement that paid it. */
  transactionId: z.nullable(z.number()),
});
export type OwnRequest = z.infer<typeof ownRequestSchema>;

/**
 * Response of GET /requests, newest first. `next` is the `before` of the following page, null at the end.
 * `payoutsReserve`: the sum of a payout request leaves the balance at once.
 */
export const ownRequestsSchema = z.object({
  data: z.array(ownRequestSchema),
  next: z.nullable(z.number()),
  payoutsReserve: z.boolean(),
});
export type OwnRequests = z.infer<typeof ownRequestsSchema>;

/** An open request of a direct sub-account. */
const receivedRequestSchema = z.object({
  ...requestFields,
  userId: z.number(),
  username: z.string(),
});
export type ReceivedRequest = z.infer<typeof receivedRequestSchema>;

/**
 * Response of GET /requests/received: open requests of direct sub-accounts, oldest first. `next` is the
 * `after` of the following page. `total` counts up to 100.
 */
export const receivedRequestsSchema = z.object({
  data: z.array(receivedRequestSchema),
  next: z.nullable(z.number()),
  total: z.number(),
});
export type ReceivedRequests = z.infer<typeof receivedRequestsSchema>;

/** Response of GET /requests/received/{id}: also a request that is closed. */
export const requestToPaySchema = z.object({
  ...requestFields,
  userId: z.number(),
  username: z.string(),
  status: z.enum(REQUEST_STATUSES),
});
export type RequestToPay = z.infer<typeof requestToPaySchema>;

/** Response of the calls that make or end a request: its number. */
export const requestAnswerSchema = z.object({ id: z.number() });
/** Response of POST /requests/received/seen: how many requests the askers now see as seen. */
export const seenAnswerSchema = z.object({ seen: z.number() });
