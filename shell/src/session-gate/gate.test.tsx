import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bus } from '@palier/shared/bus';
import { http, noContent } from '@palier/shared/http';
import { accessToken, currentUser } from '@palier/shared/session';
import { setTokens } from '@palier/shared/session/writer';
import { createHold, lost, recordEvents } from '@palier/shared/testing';
import { reloadOnBfcacheRestore } from '../session/reload-on-bfcache-restore';
import { startWire } from '../testing/each-test';
import { readyRemotes, renderShell } from '../testing/render-shell';
import { CLIENT, HttpResponse, refused, serve, signIn } from '../testing/wire';

startWire();

const CHECK = 'GET /auth/validate-token';
const USER = 'GET /user/me';
const NO_FACTORS = {
  isOffered: true,
  arePasskeysOffered: true,
  passkeys: [],
  reset: null,
  appAddedAt: null,
  recoveryCodesLeft: 0,
};
const NO_NETWORK = "Pas de réseau. La page s'affichera à son retour.";

const location = () => screen.getByLabelText('location');
const expectLogin = () => waitFor(() => expect(location()).toHaveTextContent('/login'));
const home = () => screen.findByRole('heading', { name: 'Casino Games' });

/** Takes the network away: one check has no answer. The returned function brings the network back. */
function loseNetwork(): () => void {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve(CHECK, lost, { once: true });
  return () => {
    onLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  };
}

describe('protected gate', () => {
  afterEach(() => void jest.useRealTimers());

  it.each(['ROLE_CLIENT', 'ROLE_ADMIN'] as const)(
    'session gate: a given password of %s opens its form alone, and the change opens the screens',
    async (roleName) => {
      signIn({ roleName, mustChangePassword: true });
      serve('GET /auth/factors', NO_FACTORS);
      serve('GET /auth/sessions', { sessions: [], total: 0, lastSignInAt: null });
      const changes = serve('POST /auth/change-password', {});
      const { go } = renderShell('/home');
      expect(await screen.findByRole('heading', { name: 'Changer le mot de passe' })).toBeVisible();
      expect(location()).toHaveTextContent('/settings');
      const reason = /^Votre mot de passe a été choisi par quelqu'un d'autre.: choisissez le vôtre/;
      expect(screen.getByText(reason)).toBeVisible();
      expect(screen.queryByRole('navigation')).toBeNull();
      go('/settings/help');
      await waitFor(() => expect(location()).toHaveTextContent(/^.settings$/));
      await userEvent.type(await screen.findByLabelText('Ancien mot de passe'), 'Parent-12');
      await userEvent.type(screen.getByLabelText('Nouveau mot de passe'), 'Matmata-91');
      await userEvent.type(screen.getByLabelText('Confirmer le mot de passe'), 'Matmata-91');
      await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
      expect(await screen.findByText('Le mot de passe a été changé avec succès.')).toBeVisible();
      expect(changes).toHaveLength(1);
      expect(screen.queryByText(reason)).toBeNull();
      expect(screen.getByRole('navigation')).toBeVisible();
      go('/home');
      expect(await home()).toBeVisible();
    },
  );

  it.each(['ROLE_CLIENT', 'ROLE_CAPO'] as const)(
    'session gate: a required second factor of %s is added first, and opens the screens',
    async (roleName) => {
      signIn({ roleName, mustAddFactor: true });
      serve('GET /auth/factors', NO_FACTORS);
      serve('POST /auth/factors/app', { secret: 'ABCDEFGH', uri: 'otpauth://totp/Palier:x?secret=ABCDEFGH' });
      serve('POST /auth/factors/app/confirm', { recoveryCodes: ['AAAA-BBBB'] });
      const { go } = renderShell('/home');
      expect(await screen.findByText(/Une double authentification est obligatoire/)).toBeVisible();
      expect(location()).toHaveTextContent('/settings');
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByLabelText('Ancien mot de passe')).toBeNull();
      await userEvent.click(await screen.findByRole('button', { name: 'Ajouter une application' }));
      await userEvent.type(await screen.findByLabelText("Code affiché par l'application"), '123456{Enter}');
      expect(await screen.findByText('AAAA-BBBB')).toBeVisible();
      serve(USER, { ...CLIENT, roleName });
      await userEvent.click(screen.getByRole('button', { name: 'Je les ai gardés' }));
      expect(await screen.findByRole('navigation')).toBeVisible();
      go('/home');
      expect(await home()).toBeVisible();
    },
  );

  it('session gate: a call that is refused for a given password leads to its form', async () => {
    signIn();
    renderShell('/home');
    expect(await home()).toBeVisible();
    serve('POST /auth/refused', () =>
      HttpResponse.json({ errors: ['Refusé.'], code: 'password-change-required' }, { status: 409 }),
    );
    await act(() => http.post('/auth/refused', {}, noContent).catch(() => undefined));
    expect(await screen.findByRole('heading', { name: 'Changer le mot de passe' })).toBeVisible();
    expect(accessToken()).not.toBeNull();
  });

  it('session gate: /login opens without a call if no token is held', async () => {
    const [asked, checks] = [serve(USER, () => refused(401)), serve(CHECK, {})];
    renderShell('/home');
    await expectLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect([...asked, ...checks]).toEqual([]);
  });

  it('session gate: nothing is rendered until the first check finds the token valid', async () => {
    signIn();
    const { container } = renderShell('/home');
    expect(container).toHaveTextContent(/^\/home$/);
    expect(screen.queryByRole('main')).toBeNull();
    expect(await home()).toBeVisible();
    expect(screen.getByTestId('balance')).toHaveTextContent(/^1.234,50$/);
  });

  it('session gate: nothing is rendered while the first remote still loads after the check', async () => {
    signIn();
    const { released, release } = createHold();
    const checks = serve(CHECK, {});
    renderShell('/home', readyRemotes(), undefined, released);
    await waitFor(() => expect(checks).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('banner')).toBeNull();
    release();
    expect(await home()).toBeVisible();
  });

  it('session gate: the frame shows after 2 s if the first remote does not load', async () => {
    signIn();
    const reads = serve(USER, { ...CLIENT });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
    renderShell('/home', readyRemotes(), undefined, new Promise(() => undefined));
    await waitFor(() => expect(reads).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
    await act(() => jest.advanceTimersByTimeAsync(1_800));
    expect(screen.queryByRole('banner')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(300));
    expect(screen.getByRole('banner')).toBeVisible();
  });

  it('session gate: a refused token clears the session and opens /login', async () => {
    signIn();
    serve(CHECK, () => refused(400));
    renderShell('/home');
    await expectLogin();
    expect(accessToken()).toBeNull();
    expect(currentUser()).toBeNull();
  });

  it('session gate: a token that has run out is renewed before it is checked', async () => {
    signIn();
    const now = Math.floor(Date.now() / 1000);
    const spent = `x.${btoa(JSON.stringify({ iat: now, exp: now }))}.x`;
    setTokens({ accessToken: spent, refreshToken: 'r' });
    serve('POST /auth/refresh-token', { accessToken: 'next', refreshToken: 'next' });
    const checks = serve(CHECK, {});
    renderShell('/home');
    expect(await home()).toBeVisible();
    expect(checks[0]?.search).toBe('?token=next');
  });

  it('session gate: /login opens if the token is gone when the check is answered', async () => {
    signIn();
    const { released, release } = createHold();
    const checks = serve(CHECK, () => released.then(() => ({})));
    renderShell('/home');
    await waitFor(() => expect(checks).toHaveLength(1));
    sessionStorage.clear();
    release();
    await expectLogin();
  });

  it('session gate: a user who cannot be read is signed out and sent to /login', async () => {
    signIn();
    serve(USER, () => refused(500));
    renderShell('/home');
    await expectLogin();
    expect(currentUser()).toBeNull();
  });

  it('session gate: a message shows while the first check has no network', async () => {
    signIn();
    const returnNetwork = loseNetwork();
    renderShell('/home');
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    returnNetwork();
    expect(await home()).toBeVisible();
  });

  it('session gate: the session stays if a proxy answers the check with a page', async () => {
    signIn();
    serve(CHECK, () => HttpResponse.html('<h1>Maintenance</h1>'));
    renderShell('/home');
    expect(await home()).toBeVisible();
  });

  it('session gate: a message shows in the frame if the path changes without a network', async () => {
    signIn();
    renderShell('/home');
    await home();
    const returnNetwork = loseNetwork();
    await userEvent.click(screen.getByRole('link', { name: 'Paramètres' }));
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    returnNetwork();
    expect(screen.queryByText(NO_NETWORK)).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Paramètres' })).toBeVisible();
    expect(accessToken()).not.toBeNull();
  });

  it('session gate: a change of the path checks the token again while the layout stays', async () => {
    signIn();
    const [checks, reads] = [serve(CHECK, {}), serve(USER, { ...CLIENT })];
    const { go } = renderShell('/home');
    await home();
    const header = screen.getByRole('banner');
    go('/history');
    expect(screen.getByRole('banner')).toBe(header);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Historique des transactions' })).toBeVisible();
    expect(checks.map(({ search }) => search)).toEqual(['?token=access', '?token=access']);
    expect(reads).toHaveLength(1);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('session gate: the remote of a new path loads while its token is checked', async () => {
    signIn();
    const remotes = readyRemotes();
    const { go } = renderShell('/home', remotes);
    await home();
    const { released, release } = createHold();
    const checks = serve(CHECK, () => released.then(() => ({})));
    go('/history');
    await waitFor(() => expect(checks).toHaveLength(1));
    await waitFor(() => expect(remotes.stateOf('reports').status).toBe('ready'));
    expect(screen.queryByRole('heading')).toBeNull();
    release();
    expect(await screen.findByRole('heading', { name: 'Historique des transactions' })).toBeVisible();
  });

  it('session gate: any call that ends the session opens /login', async () => {
    signIn();
    renderShell('/home');
    await home();
    act(() => {
      sessionStorage.clear();
      bus.emit('session/ended', { reason: 'unauthorised' });
    });
    await expectLogin();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  it('session gate: a route that the role may not use opens /home and does not load its remote', async () => {
    signIn();
    const notices = recordEvents('notice/raised');
    const remotes = readyRemotes();
    const load = jest.spyOn(remotes, 'load');
    renderShell('/admin', remotes);
    await waitFor(() => expect(location()).toHaveTextContent('/home'));
    expect(await home()).toBeVisible();
    expect(load).not.toHaveBeenCalledWith('agent');
    expect(notices).toEqual([{ tone: 'info', text: "Votre rôle n'ouvre pas l'écran «\u00a0Admin\u00a0»." }]);
  });
});

describe('public gate', () => {
  it.each(['/', '/login'])('session gate: the path %s opens /home with a valid token', async (path) => {
    signIn();
    renderShell(path);
    expect(await home()).toBeVisible();
    expect(location()).toHaveTextContent('/home');
  });

  it.each([
    ['/', 401],
    ['/login', 401],
    ['/login', 400],
  ])(
    'session gate: a token held at %s and refused with a %i is cleared, and login shows',
    async (path, status) => {
      signIn();
      serve(CHECK, () => refused(status));
      const { go } = renderShell(path);
      const login = await screen.findByRole('button', { name: 'Login' });
      expect(accessToken()).toBeNull();
      go(path === '/' ? '/login' : '/');
      expect(login).toBeVisible();
    },
  );
});

it.each(['/home', '/login'])('session gate: the loader shows while the check at %s is slow', async (path) => {
  signIn();
  const { released, release } = createHold();
  serve(CHECK, () => released.then(() => ({})));
  renderShell(path);
  expect(await screen.findByText('Loading...')).toBeVisible();
  expect(screen.queryByRole('main')).toBeNull();
  release();
  expect(await home()).toBeVisible();
  expect(screen.queryByText('Loading...')).toBeNull();
});

it('session gate: the loader shows while the current user is slow', async () => {
  signIn();
  const { released, release } = createHold();
  const reads = serve(USER, () => released.then(() => ({ ...CLIENT })));
  renderShell('/home');
  await waitFor(() => expect(reads).toHaveLength(1));
  expect(screen.getByText('Loading...')).toBeVisible();
  release();
  expect(await home()).toBeVisible();
});

it('session gate: it shows the menu and Réessayer if no remote has /home', async () => {
  signIn();
  renderShell('/home', readyRemotes({ lottery: [{ path: '/lottery', title: 'Loterie' }] }));
  expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Paramètres' })[0]).toBeVisible();
});

it('session gate: the only /home opens as the start page of all, whatever its role', async () => {
  signIn();
  renderShell('/home', readyRemotes({ casino: [{ path: '/home', title: 'x', roles: ['ROLE_ADMIN'] }] }));
  expect(await home()).toBeVisible();
});

it('page: a page that the browser restores from memory is hidden and read again', () => {
  // jsdom does not reload: it logs an error for each call.
  const reload = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  reloadOnBfcacheRestore();
  for (const persisted of [false, true]) {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect([document.body.hidden, reload.mock.calls.length]).toEqual([persisted, persisted ? 1 : 0]);
  }
  document.body.hidden = false;
});

it('session gate: the plain text is shown for any other path', () => {
  renderShell('/nowhere');
  expect(screen.getByText('404 Not Found')).toBeVisible();
});
