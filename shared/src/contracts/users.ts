import * as z from 'zod/mini';
import { pageOf } from './page';
import { roleSchema } from './roles';

/**
 * Current user and row of a sub-account (section 3 of docs/spec-coverage.md): `balance` in TND, `parentId`
 * null for a capo.
 */
export const userSchema = z.object({
  id: z.number(),
  username: z.string(),
  balance: z.number(),
  active: z.boolean(),
  roleName: roleSchema,
  parentId: z.nullable(z.number()),
});
export type User = z.infer<typeof userSchema>;

/** The signed-in user. While one of the two is true, nothing else is admitted. */
export const currentUserSchema = z.extend(userSchema, {
  mustChangePassword: z.optional(z.boolean()),
  mustAddFactor: z.optional(z.boolean()),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;
/** Whether Paramètres is the user's only screen, until the password is changed or a second factor added. */
export const isKeptInSettings = (user: CurrentUser | null): boolean =>
  user?.mustChangePassword === true || user?.mustAddFactor === true;
export type SubAccount = User;

/** Response of GET /user/sub-account/{id}. */
export const subAccountSummarySchema = z.object({ username: z.string(), balance: z.number() });
export type SubAccountSummary = z.infer<typeof subAccountSummarySchema>;

export const subAccountPageSchema = pageOf(userSchema);

export const updateStatusResponseSchema = z.object({ id: z.number(), active: z.boolean() });
