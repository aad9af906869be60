/**
 * Accounts found by name in the caller's subtree. Not a singleton: pages import the types only, so the
 * schemas stay out of the first load.
 */
import * as z from 'zod/mini';
import { roleSchema } from './roles';

export const MAX_FOUND_ACCOUNTS = 10;

const foundAccountSchema = z.object({
  id: z.number(),
  username: z.string(),
  role: roleSchema,
  active: z.boolean(),
  /** The names from the caller down to the account's parent. */
  path: z.array(z.string()),
  /** In TND; of direct children only. */
  balance: z.optional(z.number()),
});
export type FoundAccount = z.infer<typeof foundAccountSchema>;
export const foundAccountsSchema = z.object({ accounts: z.array(foundAccountSchema) });
