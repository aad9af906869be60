import type { Role } from '@palier/shared/contracts';
import { mayOpen, SETTINGS_ORDER, type Screen } from '@palier/shared/contracts/screens';
import { matchPath } from '@palier/shared/router';
import { screenAt } from '../screen-at';

/** A screen with an entry in the menu. `remote` is empty for a screen of the shell. */
export type NavItem = Screen & { readonly menu: NonNullable<Screen['menu']> };

/** More entries would cover a phone's screen. */
const MAX_ENTRIES = 12;
const SETTINGS: NavItem = {
  path: '/settings',
  remote: '',
  title: '',
  menu: {
    text: 'Paramètres',
    icon: 'sliders',
    order: SETTINGS_ORDER,
  },
};

const orderOf = ({ menu }: NavItem): number => menu.order ?? 1e3;

/** The screens with a menu entry that the role may open, and the settings, in the order of their entries. */
export const navLinks = (screens: readonly Screen[], role: Role): NavItem[] =>
  [...screens, SETTINGS]
    .filter((screen): screen is NavItem => screen.menu !== undefined && mayOpen(screen, role))
    .sort((one, other) => orderOf(one) - orderOf(other))
    .slice(0, MAX_ENTRIES);

/** The path of the screen from which a link led here, if the link says so (`history` in its state). */
export function originOf(state: unknown): string | undefined {
  const { history } = Object(state) as { readonly history?: unknown };
  return typeof history === 'string' ? history.split(/[?#]/)[0] : undefined;
}

/** Whether the screen at `pathname` is that of the item, below it, or names it as its section. */
export const isActiveNavItem = ({ path }: NavItem, pathname: string, screens: readonly Screen[]): boolean =>
  matchPath({ path, end: false }, pathname) !== null || screenAt(screens, pathname)?.section === path;
