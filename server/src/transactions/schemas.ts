import * as z from 'zod/mini';
import { idSchema, pageQuery } from '../http/query-schemas';
import { KEY_PATTERN } from '../ledger/idempotency-key';

/** Section 9 of docs/spec-coverage.md. */
const OUTGOING_PAGE_SIZE = 25;
const INCOMING_PAGE_SIZE = 10;

export const attemptParamsSchema = z.strictObject({
  key: z.string().check(z.regex(KEY_PATTERN, 'La clé est invalide.')),
});
export const outgoingQuerySchema = z.strictObject({
  ...pageQuery(OUTGOING_PAGE_SIZE),
  targetUserId: z.optional(idSchema),
});
export const incomingQuerySchema = z.strictObject(pageQuery(INCOMING_PAGE_SIZE));
