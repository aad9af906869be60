/** For tests only. */
import { MemoryRouter, parsePath } from 'react-router-dom';
import { render, screen, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '@palier/shared/contracts';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { Link, useLocation, useRoutes } from '@palier/shared/router';
import type { RemoteRoutes } from '@palier/shared/routes';
import { setTokens, setUser } from '@palier/shared/session/writer';

export { MemoryRouter };
export { fieldOf, messageTo, startStompServer } from './stomp-server';
export { createServe, lost, noContent, recordEvents, refused, runWire } from './wire';

/** A signed-in user for component tests; `overrides` name what the test is about. */
export function signInForTest(overrides: Partial<CurrentUser> = {}): CurrentUser {
  const user: CurrentUser = {
    id: 3,
    username: 'admin',
    balance: 1000,
    active: true,
    roleName: 'ROLE_ADMIN',
    parentId: 2,
    ...overrides,
  };
  setTokens({ accessToken: 'access', refreshToken: 'refresh' });
  setUser(user);
  return user;
}

/** A promise that the test resolves with `release`, after a look at the state before an answer. */
export function createHold() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release: () => release() };
}

function CurrentLocation() {
  const { pathname, search } = useLocation();
  return <output aria-label="location">{pathname + search}</output>;
}

function Routes({ routes }: { readonly routes: RemoteRoutes }): ReactNode {
  return useRoutes([...routes.map(({ path, element }) => ({ path, element })), { path: '*', element: null }]);
}

/** The path and the query string that a test's page shows now. */
export const currentPath = (): string | null => screen.getByRole('status', { name: 'location' }).textContent;

/**
 * Renders the routes of a remote at `path` with `state`, a real router and a real cache; the test mocks the
 * wire only.
 */
export function renderRoutes(
  routes: RemoteRoutes,
  path: string,
  state: unknown = null,
  cache = createQueryClient(),
): RenderResult {
  return render(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
        <Routes routes={routes} />
        <CurrentLocation />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Like `renderRoutes`, with a menu link to `path` above the screen. */
export const renderWithMenu = (routes: RemoteRoutes, path: string): RenderResult =>
  renderRoutes(
    routes.map((route) => ({
      ...route,
      element: (
        <>
          <Link to={path}>Menu</Link>
          {route.element}
        </>
      ),
    })),
    path,
  );
