import { openingBalanceSchema, type Role } from '@palier/shared/contracts';
import { messages } from './create-user.messages';

/** Spec §6 and §7: each management role registers the role just below, by its own call. */
const REGISTER_PATHS: Readonly<Partial<Record<Role, string>>> = {
  ROLE_CAPO: '/auth/capo/register-super-admin',
  ROLE_SUPER_ADMIN: '/auth/super-admin/register-admin',
  ROLE_ADMIN: '/auth/admin/register-client',
};

/** The register call of a role; undefined for a role that creates nobody. */
export const registerPathOf = (role: Role): string | undefined => REGISTER_PATHS[role];

export type OpeningBalance =
  { readonly balance: number; readonly fault: null } | { readonly balance: null; readonly fault: string };

/**
 * The opening balance as a float (spec §5). Only what could not travel as the number that was typed is refused here, in the
 * contract's own words: NaN would travel as null, twenty digits as other digits.
 */
export function parseOpeningBalance(text: string): OpeningBalance {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { balance: null, fault: messages.invalidAmount };
  const parsed = openingBalanceSchema.safeParse(Number.parseFloat(text));
  if (parsed.success) return { balance: parsed.data, fault: null };
  return { balance: null, fault: parsed.error.issues[0]?.message ?? messages.invalidAmount };
}
