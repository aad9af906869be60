import type { Role } from '@palier/shared/contracts';
import { mayOpen, type Screen } from '@palier/shared/contracts/screens';
import { foldText } from '@palier/shared/fold-text';
import { navLinks } from '../layout/nav-links';
import type { Command } from './command';
import { messages } from './command-bar.messages';
import { daysText } from './typed-period';
import type { TypedText } from './typed-text';

interface OpenScreen {
  readonly to: string;
  readonly title: string;
}

function screensOf(described: readonly Screen[], role: Role): readonly OpenScreen[] {
  const entries = navLinks(described, role);
  const others = described.filter(
    (screen) =>
      mayOpen(screen, role) &&
      !screen.isRouteOnly &&
      // The form that creates a user opens for every role, to refuse some (specification, 6).
      !described.some((above) => screen.path.startsWith(`${above.path}/`) && !mayOpen(above, role)) &&
      // An address with a parameter is not known here.
      !screen.path.includes(':') &&
      !entries.some(({ path }) => path === screen.path),
  );
  return [
    ...entries.map(({ path, menu }) => ({ to: path, title: menu.text })),
    ...others.map(({ path, title }) => ({ to: path, title })),
    { to: '/settings/journal', title: messages.journal },
  ];
}

/** The screens of the role whose names contain the text, all of them without a text. */
export function screenCommands(described: readonly Screen[], role: Role, text: string): Command[] {
  const wanted = foldText(text.trim());
  return screensOf(described, role)
    .filter(({ title }) => foldText(title).includes(wanted))
    .map(({ to, title }) => ({ to, title, detail: '', isNamed: foldText(title) === wanted }));
}

/** The screens that show any days, with the parameters of their addresses. */
const SCREENS_OF_DAYS: readonly (readonly [path: string, first: string, last?: string])[] = [
  ['/report', 'from', 'to'],
  ['/report/network', 'from', 'to'],
  ['/report/day-close', 'date'],
];

/** The screens that show the typed days, if the text has nothing else. */
export function screensOfDays(
  described: readonly Screen[],
  role: Role,
  { name, amount, kind, period }: TypedText,
): Command[] {
  if (period === null || name !== '' || amount !== null || kind !== null) return [];
  const { from, to, label } = period;
  const open = screensOf(described, role);
  return SCREENS_OF_DAYS.flatMap(([path, first, last]) => {
    const screen = open.find((one) => one.to === path);
    if (screen === undefined || (last === undefined && from !== to)) return [];
    const parameters = new URLSearchParams([[first, from], ...(last === undefined ? [] : [[last, to]])]);
    return {
      to: `${path}?${parameters.toString()}`,
      title: `${screen.title}, ${label}`,
      detail: daysText(period),
    };
  });
}
