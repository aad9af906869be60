import type { RouteObject } from '@palier/shared/router';
import { ProtectedGate } from './session-gate/protected-gate';
import { PublicGate } from './session-gate/public-gate';
import { Layout } from './layout/layout';
import { LoginPage } from './pages/login/login.page';
import { NotFoundPage } from './pages/not-found/not-found.page';
import { createLazyPart } from './lazy-part/lazy-part';
import { REMOTE_SCREENS } from './remote-screens';
import { RemoteScreen, type RemoteName } from './remotes';

const SettingsPage = createLazyPart(() => import('./pages/settings/settings.page'));
const OwnJournalPage = createLazyPart(() => import('./pages/own-journal/own-journal.page'));

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
      { path: '/settings/journal', element: <OwnJournalPage /> },
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

const matches = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i').test(pathname);

/** The remote that owns the screen at `pathname`, if a remote does. */
export const remoteAt = (pathname: string): RemoteName | undefined =>
  REMOTE_SCREENS.find(({ path }) => matches(path, pathname))?.remote;
