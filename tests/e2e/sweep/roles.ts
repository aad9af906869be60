import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../support/test';
import { SCREENS, type Role, type Screen, type State } from './screens';

export const ROLES: readonly Role[] = ['capo', 'superadmin', 'admin', 'client'];
const REMOTES = ['mfe-agent', 'mfe-casino', 'mfe-reports'];
/** The shell's own screens, which every role may open. */
const SHELL_PATHS = ['/settings', '/settings/help', '/settings/journal'];

interface Route {
  readonly path: string;
  /** Absent: all roles. */
  readonly roles?: readonly string[];
}

/** Every route behind the sign-in, as the remotes describe their screens. */
export const ROUTES: readonly Route[] = [
  ...REMOTES.flatMap((name) => {
    const file = path.resolve(import.meta.dirname, `../../../${name}/src/screens.json`);
    return JSON.parse(readFileSync(file, 'utf8')) as Route[];
  }),
  ...SHELL_PATHS.map((path) => ({ path })),
];

const nameOf = (role: Role): string =>
  role === 'superadmin' ? 'ROLE_SUPER_ADMIN' : `ROLE_${role.toUpperCase()}`;

/** How many segments of a route are the same in the path; -1 where the route is not the path's. */
function likeness(route: Route, { path: asked }: State): number {
  const segments = route.path.split('/');
  const given = asked.split('?')[0]!.split('/');
  if (segments.length !== given.length) return -1;
  if (!segments.every((segment, index) => segment.startsWith(':') || segment === given[index])) return -1;
  return segments.filter((segment) => !segment.startsWith(':')).length;
}

/** The route of a state. */
export const routeOf = (state: State): Route | undefined =>
  ROUTES.filter((route) => likeness(route, state) >= 0).sort(
    (one, other) => likeness(other, state) - likeness(one, state),
  )[0];

/** What one role sees of a screen: its visitor every state, any other role that may open it the first. */
export interface Visit {
  readonly screen: Screen;
  readonly states: readonly State[];
  readonly isVisitor: boolean;
}

export const visitsOf = (role: Role): Visit[] =>
  SCREENS.flatMap((screen) => {
    const isVisitor = screen.visitor === role;
    const [first] = screen.states;
    if (first === undefined) return [];
    const roles = routeOf(first)?.roles ?? ROLES.map(nameOf);
    if (!isVisitor && (!roles.includes(nameOf(role)) || screen.isOfOneRole === true)) return [];
    return [{ screen, states: isVisitor ? screen.states : [first], isVisitor }];
  });

/** A direct sub-account whose balance can pay for the forms of the table; empty for a client. */
export async function subAccountOf(role: Role, api: Api): Promise<string> {
  if (role === 'client') return '';
  const { data } = await api.post<{ data: { id: number; balance: number }[] }>(
    '/user/sub-accounts?page=0&size=25',
  );
  return String(data.find(({ balance }) => balance >= 1)?.id);
}
