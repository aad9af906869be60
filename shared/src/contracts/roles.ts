import * as z from 'zod/mini';

/** In the order of the hierarchy: each role registers the next role (section 6 of docs/spec-coverage.md). */
export const ROLES = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** The roles with management rights (section 6 of docs/spec-coverage.md). */
export const MANAGEMENT_ROLES: readonly Role[] = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN'];

export const hasManagementRights = (role: Role): boolean => MANAGEMENT_ROLES.includes(role);

/** The roles with agents below them, who see the trial balance of those agents. */
export const OVERSEEING_ROLES: readonly Role[] = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN'];
