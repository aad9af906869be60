/**
 * How long an agent's balance lasts. Not a singleton: pages import the type only, so the schema stays out of
 * the first load.
 */
import * as z from 'zod/mini';

/** Response of GET /user/float. All null where the data carries no estimate, or the balance lasts the day. */
export const floatSchema = z.object({
  /** Local ISO date-time in the server's TIME_ZONE, to ten minutes. */
  endsAt: z.nullable(z.string()),
  /** What is needed beyond the balance until midnight, in whole TND. */
  missing: z.nullable(z.number()),
});
export type Float = z.infer<typeof floatSchema>;
