import type { Role } from '@palier/shared/contracts';

/** Spec §6 and §7: each management role registers the role just below, by its own call. */
const REGISTER_PATHS: Readonly<Partial<Record<Role, string>>> = {
  ROLE_CAPO: '/auth/capo/register-super-admin',
  ROLE_SUPER_ADMIN: '/auth/super-admin/register-admin',
  ROLE_ADMIN: '/auth/admin/register-client',
};

/** The register call of a role; undefined for a role that creates nobody. */
export const registerPathOf = (role: Role): string | undefined => REGISTER_PATHS[role];

/** The opening balance as a float (spec §5), or null for what is no number: NaN would travel as null. */
export function parseOpeningBalance(text: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number.parseFloat(text) : null;
}
