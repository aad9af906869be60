import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bus } from '@palier/shared/bus';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import type { Screen } from '@palier/shared/contracts/screens';
import type { RemoteRoutes } from '@palier/shared/routes';
import { currentUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import { MemoryRouter, runWire, signInForTest } from '@palier/shared/testing';
import { Harness } from './harness';

const ROUTES: RemoteRoutes = [
  { path: '/admin', element: <h1>Admin</h1> },
  { path: '/refund/:id', element: <h1>Ajouter</h1> },
  { path: '/history', element: <h1>Historique</h1> },
];
const SCREENS: readonly Screen[] = [
  { remote: 'x', path: '/admin', title: 'Comptes', roles: ['ROLE_ADMIN', 'ROLE_CAPO'] },
  { remote: 'x', path: '/refund/:id', title: 'Ajouter' },
  {
    remote: 'x',
    path: '/history',
    title: 'Historique des transactions',
    roles: ['ROLE_CAPO'],
    menu: {
      text: 'Historique',
      icon: 'clock',
    },
  },
];

const open = (path: string, routes = ROUTES) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Harness routes={routes} screens={SCREENS} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const title = (): string | null => screen.getByRole('heading').textContent;

function loginAnswer(username: string) {
  const standing = { balance: 5, active: true, roleName: 'ROLE_CAPO', parentId: null };
  const user = { id: username.length, username, ...standing };
  return HttpResponse.json({ accessToken: username, refreshToken: username, user });
}

const server = setupServer(
  wire.get('*/api/v1/user/me', () => HttpResponse.json(currentUser())),
  wire.post('*/api/v1/auth/login', () => new Promise<never>(() => undefined)),
);
runWire(server);
afterEach(() => {
  act(clearSession);
});

it('harness: a message shows if a role has no screen without parameters', () => {
  signInForTest({ roleName: 'ROLE_CLIENT' });
  for (const path of ['/', '/admin']) {
    const { unmount } = open(path);
    expect(title()).toBe("Ce module n'a pas d'écran pour ce rôle.");
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
  }
});

it('harness: a message with a link back shows for a screen of another module', async () => {
  signInForTest();
  open('/report');
  expect(title()).toBe('/report appartient à un autre module.');
  await userEvent.click(screen.getByRole('link', { name: "Revenir au premier écran d'ici" }));
  expect(title()).toBe('Admin');
});

it('harness: the role chosen last is signed in, in either order of the answers', async () => {
  let answerFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  server.use(
    wire.post('*/api/v1/auth/login', async ({ request }) => {
      const { username } = (await request.json()) as { username: string };
      if (username === 'admin') await first;
      return loginAnswer(username);
    }),
  );
  await act(async () => void open('/admin'));
  await userEvent.click(screen.getByRole('button', { name: 'capo' }));
  await waitFor(() => expect(currentUser()?.username).toBe('capo'));
  await act(async () => {
    answerFirst();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(currentUser()?.username).toBe('capo');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('harness: the page asks for a role before a sign-in', async () => {
  await act(async () => void open('/admin'));
  expect(title()).toBe('Choisissez un rôle.');
});

it('harness: a typed name and password sign that account in', async () => {
  const asked = jest.fn();
  server.use(
    wire.post('*/api/v1/auth/login', async ({ request }) => {
      const account = (await request.json()) as { username: string };
      asked(account);
      return loginAnswer(account.username);
    }),
  );
  await act(async () => void open('/admin'));
  await userEvent.type(screen.getByLabelText('Compte'), ' Agent7 ');
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'Secret12');
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(currentUser()?.username).toBe('agent7'));
  expect(asked).toHaveBeenLastCalledWith({ username: 'agent7', password: 'Secret12' });
  expect(screen.getByLabelText('Mot de passe')).toHaveValue('');
});

it('harness: the error of a screen shows below the bar, and another screen opens', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  signInForTest({ roleName: 'ROLE_CAPO' });
  function Broken(): never {
    throw new Error('kaputt');
  }
  open('/admin', [{ path: '/admin', element: <Broken /> }, ...ROUTES.slice(2)]);
  expect(screen.getByRole('alert')).toHaveTextContent('kaputt');
  await userEvent.click(screen.getByRole('link', { name: 'Historique' }));
  expect(title()).toBe('Historique');
  jest.restoreAllMocks();
});

it('harness: the prize of a jackpot shows, and the win counts as shown', async () => {
  signInForTest({ roleName: 'ROLE_CLIENT' });
  const shown = jest.fn();
  const stop = bus.on('jackpot/win-shown', shown);
  open('/');
  act(() => bus.emit('jackpot/won', { prizeAmount: 7, winId: 3 }));
  expect(await screen.findByText('7,00 TND')).toBeVisible();
  expect(shown).toHaveBeenCalledWith({ id: 3 });
  stop();
});
