import { localDateSchema } from '@palier/shared/contracts/requests';
import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import * as z from 'zod/mini';
import { idSchema, movementNumberSchema, pageQuery } from '../http/query-schemas';
import { KEY_PATTERN } from '../ledger/idempotency-key';

/** Section 9 of docs/spec-coverage.md. */
const OUTGOING_PAGE_SIZE = 25;
const INCOMING_PAGE_SIZE = 10;

export const attemptParamsSchema = z.strictObject({
  key: z.string().check(z.regex(KEY_PATTERN, 'La clé est invalide.')),
});
const realDate = localDateSchema.check(
  // Refuses 30 February, and the year 0, which PostgreSQL does not have.
  z.refine(
    (date) => !date.startsWith('0000') && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true,
    'La date est invalide.',
  ),
);
const amount = z.string().check(
  z.regex(/^\d{1,10}(\.\d{1,3})?$/, 'Le montant doit être un nombre valide.'),
  z.refine((text) => Number(text) <= MAX_WIRE_AMOUNT, 'Le montant est trop grand.'),
);

export const movementParamsSchema = z.strictObject({ id: movementNumberSchema });

/** A selection of a history; every part is optional. */
const selectionQuery = {
  from: z.optional(realDate),
  to: z.optional(realDate),
  kind: z.optional(z.string().check(z.regex(/^[A-Z_]{1,32}$/, 'Le type est invalide.'))),
  amountFrom: z.optional(amount),
  amountTo: z.optional(amount),
  account: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  number: z.optional(movementNumberSchema),
};
export type SelectionQuery = z.infer<ReturnType<typeof z.strictObject<typeof selectionQuery>>>;

export const outgoingQuerySchema = z.strictObject({
  ...pageQuery(OUTGOING_PAGE_SIZE),
  ...selectionQuery,
  targetUserId: z.optional(idSchema),
});
export const incomingQuerySchema = z.strictObject({ ...pageQuery(INCOMING_PAGE_SIZE), ...selectionQuery });
