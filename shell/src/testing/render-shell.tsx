import { act, render } from '@testing-library/react';
import { createQueryClient } from '@palier/shared/query';
import { useLocation, useNavigate } from '@palier/shared/router';
import type { RemoteRoutes } from '@palier/shared/routes';
import { MemoryRouter } from '@palier/shared/testing';
import { App } from '../app';
import type { RemoteLoader } from '../remotes';
import { createTestLoader, registryOf } from '../remotes/testing';
import { SCREENS } from './screens';

const ROUTES: RemoteRoutes = [
  { path: '/home', element: <h1>Casino Games</h1> },
  { path: '/admin', element: <h1>Sous-comptes</h1> },
  { path: '/history', element: <h1>Historique des transactions</h1> },
];

/** A loader whose remotes load at once, with the contents of ROUTES for `screens`, by remote. */
export function readyRemotes(screens: Readonly<Record<string, readonly unknown[]>> = SCREENS): RemoteLoader {
  const remotes = Object.entries(screens).map(([name, described]) => [
    name,
    {
      active: '1',
      previous: null,
      canary: null,
      versions: { 1: { entry: '/r.js', preload: [], styles: [], integrity: {}, screens: described } },
    },
  ]);
  const inlined = registryOf(Object.fromEntries(remotes));
  return createTestLoader({
    federation: { register: () => undefined, load: () => Promise.resolve({ routes: ROUTES }) },
    inlined,
    readRegistry: () => Promise.resolve(inlined),
  });
}

/** Renders the shell at `path`; `go` changes the path as a link would. */
export function renderShell(
  path: string,
  remotes = readyRemotes(),
  queryClient = createQueryClient(),
  firstRouteLoaded?: Promise<unknown>,
) {
  let navigate: (to: string) => void = () => undefined;
  function CurrentLocation() {
    const go = useNavigate();
    navigate = (to) => void go(to);
    return <output aria-label="location">{useLocation().pathname}</output>;
  }
  const view = render(
    <MemoryRouter initialEntries={[path]}>
      <App remotes={remotes} queryClient={queryClient} firstRouteLoaded={firstRouteLoaded} />
      <CurrentLocation />
    </MemoryRouter>,
  );
  return { ...view, go: (to: string) => act(() => navigate(to)) };
}
