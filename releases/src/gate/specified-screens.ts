import { MANAGEMENT_ROLES, ROLES, type Role } from '@palier/shared/contracts';
import { findTextFault } from '@palier/shared/contracts/requests';
import { listScreens, SETTINGS_ORDER, type ScreenDescription } from '@palier/shared/contracts/screens';
import { foldText } from '@palier/shared/fold-text';
import type { Registry } from '@palier/shared/contracts/releases';

interface SpecifiedScreen {
  readonly path: string;
  readonly roles: readonly Role[];
  /** Text and order of the menu entry; absent when the specified menu has none. */
  readonly menu?: readonly [text: string, order: number];
}

const screen = (path: string, roles: readonly Role[], menu?: SpecifiedScreen['menu']): SpecifiedScreen => ({
  path,
  roles,
  ...(menu === undefined ? {} : { menu }),
});

/**
 * The routes of the specification with the remote of each, its roles, and the menu in its order (section 2 of
 * docs/spec-coverage.md).
 */
export const SPECIFIED_SCREENS: Readonly<Record<string, readonly SpecifiedScreen[]>> = {
  casino: [screen('/home', ROLES, ['Accueil', 10]), screen('/game/:provider/:name/:code', ['ROLE_CLIENT'])],
  agent: [
    screen('/admin', MANAGEMENT_ROLES, ['Admin', 20]),
    screen('/admin/create', ROLES),
    screen('/admin/:id/edit', MANAGEMENT_ROLES),
    screen('/refund/:id', MANAGEMENT_ROLES),
    screen('/withdraw/:id', MANAGEMENT_ROLES),
  ],
  reports: [
    screen('/report', MANAGEMENT_ROLES, ['Rapport', 30]),
    screen('/transaction', MANAGEMENT_ROLES, ['Transactions', 40]),
    screen('/history', ROLES, ['Historique', 50]),
    screen('/reportItem/:id', MANAGEMENT_ROLES),
  ],
};

/** A menu text without what the eye passes over: case, accents, spaces and signs. */
const lettersOf = (text: string): string => foldText(text.normalize('NFKD')).replace(/[^\p{L}\p{N}]/gu, '');

/** The letters of the texts of the specified menu and of the session's screens. */
const SPECIFIED_TEXTS = new Set(
  [
    ...Object.values(SPECIFIED_SCREENS).flatMap((screens) => screens.flatMap(({ menu }) => menu?.[0] ?? [])),
    'Paramètres',
    'Connexion',
    'Déconnexion',
  ].map(lettersOf),
);

const isSameSet = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role));

/** How the screen at a specified path differs from the specified one, in one line; null when it does not. */
function findDeviation(
  { path, roles, menu }: SpecifiedScreen,
  screens: readonly ScreenDescription[],
): string | null {
  const found = screens.find((described) => described.path === path);
  if (found === undefined) return `it lacks the specified screen ${path}`;
  if (!isSameSet(found.roles ?? ROLES, roles))
    return `its screen ${path} has other roles than the specified ones`;
  const [text, order] = menu ?? [];
  if (found.menu?.text === text && found.menu?.order === order) return null;
  return menu === undefined
    ? `its screen ${path} has a menu entry, which the specified menu does not have`
    : `the menu entry of ${path} is not "${text}" with the order ${order}`;
}

/** Letters of another alphabet may look like those of a specified text. */
const FRENCH_TEXT = /^[\p{Script=Latin}\p{N}\p{M}\p{P}\p{Zs}+]+$/u;

/**
 * A menu entry of the candidate with the text of another entry, or of letters that are not Latin, in one
 * line; null when there is none.
 */
export function findMenuFault(name: string, { remotes }: Registry): string | null {
  const entries = listScreens(remotes, () => undefined).flatMap(({ remote, path, menu }) =>
    menu === undefined ? [] : [{ remote, path, text: menu.text }],
  );
  for (const { remote, path, text } of entries) {
    if (remote !== name) continue;
    if (!FRENCH_TEXT.test(text)) return `the menu entry of ${path} has a letter that is not Latin: ${text}`;
    const same = entries.find((other) => other.path !== path && lettersOf(other.text) === lettersOf(text));
    if (same !== undefined) return `the menu entries of ${path} and ${same.path} have the same text: ${text}`;
  }
  return null;
}

/** A further menu entry that could be taken for a specified one, in one line; null when there is none. */
function findPosingEntry(screens: readonly ScreenDescription[]): string | null {
  const posing = screens.find(({ menu }) => menu !== undefined && SPECIFIED_TEXTS.has(lettersOf(menu.text)));
  if (posing !== undefined)
    return `the menu entry of ${posing.path} has the text of a specified one: ${posing.menu?.text}`;
  const early = screens.find(({ menu }) => menu?.order !== undefined && menu.order <= SETTINGS_ORDER);
  return early === undefined
    ? null
    : `the menu entry of ${early.path} would stand between the specified ones: its order must ` +
        `be above ${SETTINGS_ORDER}`;
}

/** A screen whose title or menu entry people cannot read, in one line; null when there is none. */
function findUnreadableText(screens: readonly ScreenDescription[]): string | null {
  for (const { path, title, menu } of screens) {
    if (findTextFault(title) !== null) return `the title of ${path} is empty or has unreadable characters`;
    if (menu !== undefined && findTextFault(menu.text) !== null)
      return `the menu entry of ${path} is empty or has unreadable characters`;
  }
  return null;
}

/** How the screens of a version differ from the specification, in one line; null when they do not. */
export function findDeviationFromSpecification(
  name: string,
  screens: readonly ScreenDescription[],
): string | null {
  const specified = Object.hasOwn(SPECIFIED_SCREENS, name) ? SPECIFIED_SCREENS[name]! : [];
  for (const one of specified) {
    const deviation = findDeviation(one, screens);
    if (deviation !== null) return deviation;
  }
  const own = screens.filter(({ path }) => !specified.some((known) => known.path === path));
  return findPosingEntry(own) ?? findUnreadableText(screens);
}

/**
 * A screen that the shell would leave out with the candidate in the registry, such as one at a path of
 * another remote or a specified path; null when there is none.
 */
export function findScreenFault(name: string, { remotes }: Registry): string | null {
  const { [name]: candidate, ...others } = remotes;
  const specified = Object.entries(SPECIFIED_SCREENS).flatMap(
    ([owner, screens]): [owner: string, remote: unknown][] => {
      const described = screens.map(({ path }) => ({ path, title: path }));
      return owner === name ? [] : [[owner, { active: '', versions: { '': { screens: described } } }]];
    },
  );
  const before: Readonly<Record<string, unknown>> = { ...Object.fromEntries<unknown>(specified), ...others };
  const faultsOf = (registered: Readonly<Record<string, unknown>>): string[] => {
    const faults: string[] = [];
    listScreens(registered, (fault) => faults.push(fault));
    return faults;
  };
  // The others first: they keep their paths.
  const [fault] = faultsOf({ ...before, [name]: candidate }).slice(faultsOf(before).length);
  return fault ?? null;
}
