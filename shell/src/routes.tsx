import type { RouteObject } from '@palier/shared/router';
import { ProtectedGate } from './features/gate/protected-gate';
import { PublicGate } from './features/gate/public-gate';
import { Layout } from './features/layout/layout';
import { LoginPage } from './features/login/login.page';
import { NotFoundPage } from './features/not-found/not-found.page';
import { SettingsPage } from './features/settings/settings.page';
import { RemoteScreen, type RemoteName } from './remotes';

/** The route table of spec §2: each screen of a remote, and the remote that owns it. */
const REMOTE_SCREENS: readonly { readonly path: string; readonly remote: RemoteName }[] = [
  { path: '/home', remote: 'casino' }, //                      casino game catalogue
  { path: '/admin', remote: 'agent' }, //                      sub-account list
  { path: '/admin/create', remote: 'agent' }, //               create user
  { path: '/admin/:id/edit', remote: 'agent' }, //             change the password of a sub-account
  { path: '/refund/:id', remote: 'agent' }, //                 add balance to a sub-account
  { path: '/withdraw/:id', remote: 'agent' }, //               withdraw balance from a sub-account
  { path: '/history', remote: 'reports' }, //                  outgoing transaction history
  { path: '/reportItem/:id', remote: 'reports' }, //           the same, filtered to one target user
  { path: '/report', remote: 'reports' }, //                   in/out/net report over a date range
  { path: '/transaction', remote: 'reports' }, //              incoming history plus a report
  { path: '/game/:provider/:name/:code', remote: 'casino' }, // game player
];

const PUBLIC_PATHS = ['/', '/login'];

/** Every route of the page. `firstScreen` holds the first picture back until its screen is there. */
export const createRoutes = (firstScreen?: Promise<unknown>): RouteObject[] => [
  {
    element: <PublicGate />,
    children: PUBLIC_PATHS.map((path) => ({ path, element: <LoginPage /> })),
  },
  {
    element: <ProtectedGate layout={Layout} firstScreen={firstScreen} />,
    children: [
      ...REMOTE_SCREENS.map(({ path, remote }) => ({
        path,
        element: <RemoteScreen remote={remote} path={path} />,
      })),
      { path: '/settings', element: <SettingsPage /> },
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

const matches = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i').test(pathname);

/** The remote that owns the screen at `pathname`, if a remote does. */
export const remoteAt = (pathname: string): RemoteName | undefined =>
  REMOTE_SCREENS.find(({ path }) => matches(path, pathname))?.remote;
