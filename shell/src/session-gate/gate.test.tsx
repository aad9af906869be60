import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bus } from '@palier/shared/bus';
import { accessToken, currentUser } from '@palier/shared/session';
import { held, signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { renderShell } from '../testing/render-shell';
import { api, CLIENT, HttpResponse, refused, server, signedInHandlers, wire } from '../testing/wire';

startWire();

/** More than the pause before a check that nobody answered is made again. */
const LONG_MS = 30_000;

const location = () => screen.getByLabelText('location');
const isAtLogin = () => waitFor(() => expect(location()).toHaveTextContent('/login'));

describe('protected gate', () => {
  it('When no token is held, then /login opens, and nothing is asked that could only be refused', async () => {
    const asked = jest.fn();
    server.use(
      wire.get(api('/user/me'), () => {
        asked();
        return refused(401);
      }),
    );
    renderShell('/home');
    await isAtLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
  });

  it('When the first check runs, then nothing is rendered; when the token is valid, then the screen is', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    const { container } = renderShell('/home');
    expect(container).toHaveTextContent(/^\/home$/);
    expect(screen.queryByRole('main')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(screen.getByTestId('balance')).toHaveTextContent(/^1.234,50$/);
  });

  it('When the token is refused, then the session is cleared and /login opens', async () => {
    signInForTest(CLIENT);
    server.use(
      wire.get(api('/auth/validate-token'), () => refused(400)),
      ...signedInHandlers,
    );
    renderShell('/home');
    await isAtLogin();
    expect(accessToken()).toBeNull();
    expect(currentUser()).toBeNull();
  });

  it(
    'When the current user cannot be read, then the user is signed out and sent to /login',
    async () => {
      signInForTest(CLIENT);
      server.use(...signedInHandlers);
      server.use(wire.get(api('/user/me'), () => refused(500)));
      renderShell('/home');
      await waitFor(() => expect(location()).toHaveTextContent('/login'), { timeout: LONG_MS });
      expect(currentUser()).toBeNull();
    },
    LONG_MS,
  );

  it(
    'When the first check finds no network, then that is said in place of the page, which comes with the network',
    async () => {
      signInForTest(CLIENT);
      server.use(...signedInHandlers);
      const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      server.use(wire.get(api('/auth/validate-token'), () => HttpResponse.error(), { once: true }));
      renderShell('/home');
      expect(await screen.findByText("Pas de réseau. La page s'affichera à son retour.")).toBeVisible();
      onLine.mockRestore();
      act(() => void window.dispatchEvent(new Event('online')));
      expect(
        await screen.findByRole('heading', { name: 'Casino Games' }, { timeout: LONG_MS }),
      ).toBeVisible();
    },
    2 * LONG_MS,
  );

  it('When a page is answered in place of the check, as by a proxy, then the session stays', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    server.use(wire.get(api('/auth/validate-token'), () => HttpResponse.html('<h1>Maintenance</h1>')));
    renderShell('/home');
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
  });

  it(
    'When the path changes without a network, then that is said in the frame, and the screen comes with the network',
    async () => {
      signInForTest(CLIENT);
      server.use(...signedInHandlers);
      renderShell('/home');
      await screen.findByRole('heading', { name: 'Casino Games' });
      const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      server.use(wire.get(api('/auth/validate-token'), () => HttpResponse.error(), { once: true }));
      await userEvent.click(screen.getByRole('link', { name: 'Paramètres' }));
      expect(await screen.findByText("Pas de réseau. La page s'affichera à son retour.")).toBeVisible();
      onLine.mockRestore();
      act(() => void window.dispatchEvent(new Event('online')));
      expect(screen.queryByText(/Pas de réseau/)).toBeNull();
      expect(await screen.findByRole('heading', { name: 'Paramètres' }, { timeout: LONG_MS })).toBeVisible();
      expect(accessToken()).not.toBeNull();
    },
    2 * LONG_MS,
  );

  it(
    'When the check is cut off, as by a page that is being left, then the session stays, and it is made again',
    async () => {
      signInForTest(CLIENT);
      const checked = jest.fn();
      server.use(
        wire.get(api('/auth/validate-token'), () => {
          checked(accessToken());
          return checked.mock.calls.length === 1 ? HttpResponse.error() : HttpResponse.json({});
        }),
        ...signedInHandlers,
      );
      renderShell('/home');
      expect(
        await screen.findByRole('heading', { name: 'Casino Games' }, { timeout: LONG_MS }),
      ).toBeVisible();
      expect(checked.mock.calls).toEqual([[expect.any(String)], [expect.any(String)]]);
    },
    LONG_MS,
  );

  it(
    'When nobody answers the check, then it is made twice, and the session is cleared',
    async () => {
      signInForTest(CLIENT);
      const checked = jest.fn(() => HttpResponse.error());
      server.use(wire.get(api('/auth/validate-token'), checked), ...signedInHandlers);
      renderShell('/home');
      await waitFor(() => expect(location()).toHaveTextContent('/login'), { timeout: LONG_MS });
      expect(checked).toHaveBeenCalledTimes(2);
      expect(accessToken()).toBeNull();
    },
    LONG_MS,
  );

  it('When the path changes, then the token is checked again, the layout stays and the content waits', async () => {
    signInForTest(CLIENT);
    const checked: string[] = [];
    server.use(
      wire.get(api('/auth/validate-token'), ({ request }) => {
        checked.push(new URL(request.url).search);
        return HttpResponse.json({});
      }),
      ...signedInHandlers,
    );
    const { go } = renderShell('/home');
    await screen.findByRole('heading', { name: 'Casino Games' });
    const header = screen.getByRole('banner');
    go('/history');
    expect(screen.getByRole('banner')).toBe(header);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Historique des transactions' })).toBeVisible();
    expect(checked).toEqual(['?token=access', '?token=access']);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('When the token expires while a screen is open, then the next path leads to /login', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    const { go } = renderShell('/home');
    await screen.findByRole('heading', { name: 'Casino Games' });
    server.use(wire.get(api('/auth/validate-token'), () => refused(401)));
    go('/history');
    await isAtLogin();
    expect(accessToken()).toBeNull();
  });

  it('When any call ends the session, then /login opens', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    renderShell('/home');
    await screen.findByRole('heading', { name: 'Casino Games' });
    act(() => {
      sessionStorage.clear();
      bus.emit('session/ended', { reason: 'unauthorised' });
    });
    await isAtLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  it('When the role may not use a route, then /home opens', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    renderShell('/admin');
    await waitFor(() => expect(location()).toHaveTextContent('/home'));
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
  });
});

describe('public gate', () => {
  it.each(['/', '/login'])('When a valid token is held at %s, then /home opens', async (path) => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    renderShell(path);
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(location()).toHaveTextContent('/home');
  });

  it.each([
    ['/', 401],
    ['/login', 401],
    ['/login', 400],
  ])(
    'When the token held at %s is refused with a %i, then it is cleared and login shows',
    async (path, status) => {
      signInForTest(CLIENT);
      server.use(wire.get(api('/auth/validate-token'), () => refused(status)));
      renderShell(path);
      expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
      expect(accessToken()).toBeNull();
    },
  );
});

it.each(['/home', '/login'])(
  'When the check at %s is long in coming, then the page is not blank: the loader stands there',
  async (path) => {
    signInForTest(CLIENT);
    const { isDue, release } = held();
    server.use(
      wire.get(api('/auth/validate-token'), async () => {
        await isDue;
        return HttpResponse.json({});
      }),
      ...signedInHandlers,
    );
    renderShell(path);
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('main')).toBeNull();
    release();
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
  },
);

it('When the user is long in coming, then the loader stands there too', async () => {
  signInForTest(CLIENT);
  const { isDue, release } = held();
  server.use(
    wire.get(api('/user/me'), async () => {
      await isDue;
      return HttpResponse.json(CLIENT);
    }),
    ...signedInHandlers,
  );
  renderShell('/home');
  await screen.findByText('Loading...');
  // Long enough for the token's answer, which came at once.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.getByText('Loading...')).toBeVisible();
  release();
  expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
});

it('When the path is any other, then the plain text is shown', () => {
  renderShell('/nowhere');
  expect(screen.getByText('404 Not Found')).toBeVisible();
});
