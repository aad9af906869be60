/**
 * Direct sub-accounts by their names, for a list of movements. Not a singleton: pages import the types only,
 * so the schemas stay out of the first load.
 */
import * as z from 'zod/mini';
import { subAccountSchema } from './limits';

/** Lines of a list of movements. */
export const MAX_NAMED_ACCOUNTS = 500;

/** Response of POST /user/sub-accounts/named. */
export const namedAccountsSchema = z.object({
  /** The caller's own balance at the moment of the answer, in TND. */
  ownBalance: z.number(),
  /** In the order of the names; null where no direct sub-account has the name. */
  accounts: z.array(z.nullable(subAccountSchema)),
});
export type NamedAccounts = z.infer<typeof namedAccountsSchema>;
export type NamedAccount = NonNullable<NamedAccounts['accounts'][number]>;
