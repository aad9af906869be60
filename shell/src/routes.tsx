import { matchPath, type RouteObject } from '@palier/shared/router';
import { ProtectedGate } from './session-gate/protected-gate';
import { PublicGate } from './session-gate/public-gate';
import { Layout } from './layout/layout';
import { LoginPage } from './pages/login/login.page';
import { NotFoundPage } from './pages/not-found/not-found.page';
import { lazyPage } from './lazy-page/lazy-page';
import { REMOTE_SCREENS } from './remote-screens';
import { RemoteScreen, type RemoteName } from './remotes';

const SettingsPage = lazyPage(() => import('./pages/settings/settings.page'));
const OwnJournalPage = lazyPage(() => import('./pages/own-journal/own-journal.page'));

const PUBLIC_PATHS = ['/', '/login'];

/** The routes of the page. The first check of the token also waits for `firstRouteLoaded`, for at most 2 s. */
export const createRoutes = (firstRouteLoaded?: Promise<unknown>): RouteObject[] => [
  {
    element: <PublicGate />,
    children: PUBLIC_PATHS.map((path) => ({ path, element: <LoginPage /> })),
  },
  {
    element: <ProtectedGate layout={Layout} firstRouteLoaded={firstRouteLoaded} />,
    children: [
      ...REMOTE_SCREENS.map(({ path, remote }) => ({
        path,
        element: <RemoteScreen remote={remote} path={path} />,
      })),
      { path: '/settings', element: <SettingsPage /> },
      { path: '/settings/journal', element: <OwnJournalPage /> },
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

/** The remote that owns the screen at `pathname`; undefined for screens of the shell. */
export const remoteAt = (pathname: string): RemoteName | undefined =>
  REMOTE_SCREENS.find(({ path }) => matchPath(path, pathname) !== null)?.remote;
