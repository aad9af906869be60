import { hasManagementRights, type Role } from '@palier/shared/contracts';
import type { IconName } from './icon';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Other screens that are reached through it and lead back to it. */
  readonly leadsTo?: readonly string[];
}

const FOR_EVERYONE: readonly NavItem[] = [
  { to: '/home', label: 'Accueil', icon: 'home', leadsTo: ['/game'] },
];
const FOR_MANAGEMENT: readonly NavItem[] = [
  { to: '/admin', label: 'Admin', icon: 'people', leadsTo: ['/refund', '/withdraw', '/reportItem'] },
  { to: '/report', label: 'Rapport', icon: 'chart' },
  { to: '/transaction', label: 'Transactions', icon: 'exchange' },
];
const FOR_ALL_FOUR_ROLES: readonly NavItem[] = [
  { to: '/history', label: 'Historique', icon: 'clock' },
  { to: '/settings', label: 'Paramètres', icon: 'sliders' },
];

/** The nav links of a role (section 2 of docs/spec-coverage.md, section 4 of docs/design.md). */
export const navLinks = (role: Role): NavItem[] => [
  ...FOR_EVERYONE,
  ...(hasManagementRights(role) ? FOR_MANAGEMENT : []),
  ...FOR_ALL_FOUR_ROLES,
];

/** Whether the screen at `pathname` belongs to a nav link: it is the link's own, below it, or reached through it. */
export const isUnder = ({ to, leadsTo = [] }: NavItem, pathname: string): boolean =>
  [to, ...leadsTo].some((path) => pathname === path || pathname.startsWith(`${path}/`));
