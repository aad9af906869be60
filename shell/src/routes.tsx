import type { Screen } from '@palier/shared/contracts/screens';
import type { RouteObject } from '@palier/shared/router';
import { ProtectedGate, PublicGate } from './session-gate/gates';
import { PUBLIC_PATHS } from './session-gate/public-paths';
import { Layout } from './layout/layout';
import type * as AccountPages from './pages/account-pages';
import { LoginPage } from './pages/login/login.page';
import { NotFoundPage } from './pages/not-found/not-found.page';
import { lazyPage } from './lazy-page/lazy-page';
import { RemoteScreen, UNKNOWN_SCREEN } from './remotes';

const accountPage = (name: keyof typeof AccountPages) =>
  lazyPage(async () => ({ default: (await import('./pages/account-pages'))[name] }));
const SettingsPage = accountPage('SettingsPage');
const HelpPage = accountPage('HelpPage');
const OwnJournalPage = accountPage('OwnJournalPage');

/**
 * /home when no remote has that screen: shows the menu and "Réessayer" instead of the page 404, because every
 * role starts there.
 */
const HOME_WITHOUT_REMOTE: Screen = { ...UNKNOWN_SCREEN, path: '/home' };

/**
 * The routes of the page: the shell's and those of `screens`, which are null while no registry was read. The
 * first check of the token also waits for `firstRouteLoaded`, for at most 2 s.
 */
export const createRoutes = (
  screens: readonly Screen[] | null,
  firstRouteLoaded?: Promise<unknown>,
): RouteObject[] => [
  {
    element: <PublicGate />,
    children: PUBLIC_PATHS.map((path) => ({ path, element: <LoginPage /> })),
  },
  {
    element: <ProtectedGate layout={Layout} firstRouteLoaded={firstRouteLoaded} />,
    children: [
      ...[...(screens ?? [UNKNOWN_SCREEN]), HOME_WITHOUT_REMOTE].map((screen) => ({
        path: screen.path,
        element: <RemoteScreen screen={screen} />,
      })),
      { path: '/settings', element: <SettingsPage /> },
      { path: '/settings/help', element: <HelpPage /> },
      { path: '/settings/journal', element: <OwnJournalPage /> },
    ],
  },
  ...(screens === null ? [] : [{ path: '*', element: <NotFoundPage /> }]),
];
