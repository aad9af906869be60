/**
 * The screens that remotes describe, from which the shell builds its routes and menu (decision 0060). Not a
 * singleton: shell, server, harness and release gate each read them with the same rules. Without zod, whose
 * further checks the first load would have to carry.
 */
import { ROLES, type Role } from './roles';

/** The icons of the shell (shell/src/layout/icon.tsx) that a menu entry may have. */
const MENU_ICONS = ['home', 'people', 'chart', 'exchange', 'clock', 'sliders'] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

/** Paths that the shell or the server answers itself. */
const OWN_PATHS = 'api|healthz|login|metrics|readyz|releases|remotes|settings|ws-jackpot';
/** Words that make a page look like the place for a password. */
const SIGN_IN_WORDS = 'log-?in|log-?out|sign-?in|sign-?up|password|mot-de-passe|connexion|deconnexion';
/** Paths that no remote may have. */
export const RESERVED_PATH = new RegExp(`^/(${OWN_PATHS})(/|$)|/(${SIGN_IN_WORDS})(/|$)`, 'i');
const PATH = /^(?=.{2,100}$)\/[a-z][\w-]*(\/:?[a-z][\w-]*)*$/i;
/** Without control characters and those that change the direction of text. */
const TITLE = /^[^\p{C}]{1,60}$/u;
const MENU_TEXT = /^[^\p{C}]{1,20}$/u;

/** The order of Paramètres, the last entry of the specified menu. */
export const SETTINGS_ORDER = 100;

const MAX_SCREENS_PER_REMOTE = 60;

/** One screen in `screens.json` of a remote. */
export interface ScreenDescription {
  readonly path: string;
  /** The title of the browser's tab while the screen loads. */
  readonly title: string;
  /** Roles that may open the screen; others are sent to /home. By default all roles. */
  readonly roles?: readonly Role[] | undefined;
  /**
   * The path of the menu entry that is the current one on this screen, unless the path begins with that of
   * the entry.
   */
  readonly section?: string | undefined;
  readonly menu?:
    | {
        readonly text: string;
        readonly icon: MenuIcon;
        /** Entries stand in this order. By default after all others. */
        readonly order?: number | undefined;
      }
    | undefined;
}

export interface Screen extends ScreenDescription {
  readonly remote: string;
  /** The screen belongs to a canary that the user is not known to get: no menu entry leads to it. */
  readonly isRouteOnly?: true | undefined;
}

export const mayOpen = ({ roles }: Pick<Screen, 'roles'>, role: Role): boolean =>
  roles === undefined || roles.includes(role);

type Unchecked<Content> = { readonly [Name in keyof Content]?: unknown };

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

function isMenuEntry(value: unknown): boolean {
  const { text, icon, order = 1 } = Object(value) as Unchecked<NonNullable<ScreenDescription['menu']>>;
  return (
    isText(text, MENU_TEXT) && MENU_ICONS.includes(icon as MenuIcon) && typeof order === 'number' && order > 0
  );
}

export function isScreenDescription(value: unknown): value is ScreenDescription {
  const { path, title, roles = ROLES, section = path, menu } = Object(value) as Unchecked<ScreenDescription>;
  return (
    isText(path, PATH) &&
    isText(section, PATH) &&
    isText(title, TITLE) &&
    Array.isArray(roles) &&
    roles.length > 0 &&
    roles.every((role) => ROLES.includes(role as Role)) &&
    // A link of the menu has no parameter.
    (menu === undefined || (isMenuEntry(menu) && !(path as string).includes(':')))
  );
}

/** Whether one address can match both paths. The router ignores case. */
function overlap(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((path) => path.toLowerCase().split('/'));
  return (
    ours!.length === theirs!.length &&
    ours!.every((part, at) => [part[0], theirs![at]![0]].includes(':') || part === theirs![at])
  );
}

/**
 * The screens of a version in the registry, also when the version's files are not trusted: such a screen has
 * its route, which shows Réessayer.
 */
function describedBy(versions: unknown, version: unknown): readonly unknown[] {
  const described = (Object(versions) as Record<string, unknown>)[version as string];
  const { screens } = Object(described) as { screens?: unknown };
  return Array.isArray(screens) ? screens.slice(0, MAX_SCREENS_PER_REMOTE) : [];
}

/**
 * The screens of `remotes`, the member of a registry. A malformed screen, one at a reserved path, and one at
 * an address of an earlier remote are left out and passed to `report`. `remotesWithCanaryScreens` has the
 * remotes whose canary the user gets; the screens of other canaries have routes, because the choice comes
 * later than the first route, and no menu entry.
 */
export function listScreens(
  remotes: Readonly<Record<string, unknown>>,
  report: (fault: string) => void,
  remotesWithCanaryScreens: readonly string[] = [],
): Screen[] {
  const screens: Screen[] = [];
  for (const [remote, entry] of Object.entries(remotes)) {
    const { active, canary, versions } = Object(entry) as Record<string, unknown>;
    const next = describedBy(versions, (Object(canary) as { version?: unknown }).version);
    const described = remotesWithCanaryScreens.includes(remote)
      ? next
      : [
          ...describedBy(versions, active),
          ...next.map((screen) => ({ ...(screen as object), menu: undefined, isRouteOnly: true })),
        ];
    for (const screen of described) {
      const fault = faultOf(screen, remote, screens);
      if (fault !== null) report(`${remote}: ${fault}`);
      else if (!screens.some((known) => known.remote === remote && known.path === (screen as Screen).path))
        screens.push({ ...(screen as Screen), remote });
    }
  }
  return screens;
}

function faultOf(screen: unknown, remote: string, screens: readonly Screen[]): string | null {
  if (!isScreenDescription(screen)) return 'a screen is malformed';
  const { path } = screen;
  if (RESERVED_PATH.test(path)) return `${path} belongs to the shell`;
  const owner = screens.find((known) => known.remote !== remote && overlap(known.path, path));
  return owner === undefined ? null : `${path} belongs to ${owner.remote}`;
}
