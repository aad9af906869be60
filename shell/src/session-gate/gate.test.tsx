import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bus } from '@palier/shared/bus';
import { accessToken, currentUser } from '@palier/shared/session';
import { createHold, signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { readyRemotes, renderShell } from '../testing/render-shell';
import { api, CLIENT, HttpResponse, refused, server, signedInHandlers, wire } from '../testing/wire';

startWire();

/** Longer than the delay before an unanswered check is repeated. */
const LONG_MS = 30_000;

const location = () => screen.getByLabelText('location');
const expectLogin = () => waitFor(() => expect(location()).toHaveTextContent('/login'));

describe('protected gate', () => {
  it('session gate: no token is held, /login opens, without a call', async () => {
    const asked = jest.fn();
    server.use(
      wire.get(api('/user/me'), () => {
        asked();
        return refused(401);
      }),
    );
    renderShell('/home');
    await expectLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
  });

  it('session gate: the first check runs, nothing is rendered until the token is valid', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    const { container } = renderShell('/home');
    expect(container).toHaveTextContent(/^\/home$/);
    expect(screen.queryByRole('main')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(screen.getByTestId('balance')).toHaveTextContent(/^1.234,50$/);
  });

  it('session gate: the token is refused, the session is cleared and /login opens', async () => {
    signInForTest(CLIENT);
    server.use(
      wire.get(api('/auth/validate-token'), () => refused(400)),
      ...signedInHandlers,
    );
    renderShell('/home');
    await expectLogin();
    expect(accessToken()).toBeNull();
    expect(currentUser()).toBeNull();
  });

  it(
    'session gate: the current user cannot be read, the user is signed out and sent to /login',
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
    'session gate: the first check has no network, a message shows until the network is back',
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

  it('session gate: a proxy answers the check with a page, the session stays', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    server.use(wire.get(api('/auth/validate-token'), () => HttpResponse.html('<h1>Maintenance</h1>')));
    renderShell('/home');
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
  });

  it(
    'session gate: the path changes without a network, a message shows in the frame until the network is back',
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
    'session gate: the check is aborted, it is repeated and the session stays',
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
    'session gate: two checks have no answer, the session is cleared',
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

  it('session gate: the path changes, the token is checked again, the layout stays and the content waits', async () => {
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

  it('session gate: the token expires while a screen is open, the next path leads to /login', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    const { go } = renderShell('/home');
    await screen.findByRole('heading', { name: 'Casino Games' });
    server.use(wire.get(api('/auth/validate-token'), () => refused(401)));
    go('/history');
    await expectLogin();
    expect(accessToken()).toBeNull();
  });

  it('session gate: any call ends the session, /login opens', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    renderShell('/home');
    await screen.findByRole('heading', { name: 'Casino Games' });
    act(() => {
      sessionStorage.clear();
      bus.emit('session/ended', { reason: 'unauthorised' });
    });
    await expectLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  it('session gate: the role may not use a route, /home opens and the remote is not loaded', async () => {
    signInForTest(CLIENT);
    server.use(...signedInHandlers);
    const remotes = readyRemotes();
    const load = jest.spyOn(remotes, 'load');
    renderShell('/admin', remotes);
    await waitFor(() => expect(location()).toHaveTextContent('/home'));
    expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(load).not.toHaveBeenCalledWith('agent');
  });
});

describe('public gate', () => {
  it.each(['/', '/login'])('session gate: a valid token is held at %s, /home opens', async (path) => {
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
    'session gate: the token held at %s is refused with a %i, it is cleared and login shows',
    async (path, status) => {
      signInForTest(CLIENT);
      server.use(wire.get(api('/auth/validate-token'), () => refused(status)));
      renderShell(path);
      expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
      expect(accessToken()).toBeNull();
    },
  );
});

it.each(['/home', '/login'])('session gate: the check at %s is slow, the loader shows', async (path) => {
  signInForTest(CLIENT);
  const { released, release } = createHold();
  server.use(
    wire.get(api('/auth/validate-token'), async () => {
      await released;
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
});

it('session gate: the current user is slow, the loader shows', async () => {
  signInForTest(CLIENT);
  const { released, release } = createHold();
  server.use(
    wire.get(api('/user/me'), async () => {
      await released;
      return HttpResponse.json(CLIENT);
    }),
    ...signedInHandlers,
  );
  renderShell('/home');
  await screen.findByText('Loading...');
  // Long enough for the answer to the token check, which is not held back.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.getByText('Loading...')).toBeVisible();
  release();
  expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
});

it('session gate: the path is any other, the plain text is shown', () => {
  renderShell('/nowhere');
  expect(screen.getByText('404 Not Found')).toBeVisible();
});
