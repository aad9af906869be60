import { matchPath } from '@palier/shared/router';
import { hasManagementRights, type Role } from '@palier/shared/contracts';
import type { IconName } from './icon';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Other screens for which this item is the current one. */
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

export const navLinks = (role: Role): NavItem[] => [
  ...FOR_EVERYONE,
  ...(hasManagementRights(role) ? FOR_MANAGEMENT : []),
  ...FOR_ALL_FOUR_ROLES,
];

export const isActiveNavItem = ({ to, leadsTo = [] }: NavItem, pathname: string): boolean =>
  [to, ...leadsTo].some((path) => matchPath({ path, end: false }, pathname) !== null);
