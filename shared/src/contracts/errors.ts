import * as z from 'zod/mini';

/** The server's words for refusals (design §4). */
export const ERROR_CODES = [
  'invalid-input',
  'unauthenticated',
  'not-allowed',
  'not-found',
  'conflict',
  'invalid-idempotency',
  'abandoned',
  'too-many',
  'unavailable',
  'internal',
] as const;

/** Body of every 4xx and 5xx: French sentences and a stable code. */
export const errorBodySchema = z.object({
  errors: z.array(z.string()),
  code: z.string(),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
