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

const ITEMS_BEFORE_MANAGEMENT: readonly NavItem[] = [
  { to: '/home', label: 'Accueil', icon: 'home', leadsTo: ['/game'] },
];
const MANAGEMENT_ITEMS: readonly NavItem[] = [
  { to: '/admin', label: 'Admin', icon: 'people', leadsTo: ['/refund', '/withdraw', '/reportItem'] },
  { to: '/report', label: 'Rapport', icon: 'chart' },
  { to: '/transaction', label: 'Transactions', icon: 'exchange' },
];
const ITEMS_AFTER_MANAGEMENT: readonly NavItem[] = [
  { to: '/history', label: 'Historique', icon: 'clock', leadsTo: ['/round'] },
  { to: '/settings', label: 'Paramètres', icon: 'sliders' },
];

export const navLinks = (role: Role): NavItem[] => [
  ...ITEMS_BEFORE_MANAGEMENT,
  ...(hasManagementRights(role) ? MANAGEMENT_ITEMS : []),
  ...ITEMS_AFTER_MANAGEMENT,
];

export const isActiveNavItem = ({ to, leadsTo = [] }: NavItem, pathname: string): boolean =>
  [to, ...leadsTo].some((path) => matchPath({ path, end: false }, pathname) !== null);
