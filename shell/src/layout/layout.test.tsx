import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bus } from '@palier/shared/bus';
import type { Role } from '@palier/shared/contracts';
import { useIsLoading } from '@palier/shared/http';
import { createQueryClient } from '@palier/shared/query';
import { accessToken, currentUser } from '@palier/shared/session';
import { setTokens } from '@palier/shared/session/writer';
import { createHold, MemoryRouter, signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import type { RemoteLoader } from '../remotes';
import { RemotesContextProvider } from '../remotes/remotes-context';
import { readyRemotes, renderShell } from '../testing/render-shell';
import { CLIENT, HttpResponse, refused, serve, signIn } from '../testing/wire';
import { SCREENS } from '../testing/screens';
import { Layout } from './layout';

startWire();

const USER = 'GET /user/me';
const LOGOUT = 'POST /auth/logout';

const renderLayout = (roleName: Role, remotes = readyRemotes(), path = '/') => {
  signInForTest({ ...CLIENT, roleName });
  return render(
    <MemoryRouter initialEntries={[path]}>
      <RemotesContextProvider value={remotes}>
        <Layout>page</Layout>
      </RemotesContextProvider>
    </MemoryRouter>,
  );
};

test('menu: the entry of the screen from which a receipt was opened is the current one', () => {
  signInForTest({ ...CLIENT, roleName: 'ROLE_ADMIN' });
  const opened = { pathname: '/receipt/5', state: { history: '/transaction?page=2' } };
  render(
    <MemoryRouter initialEntries={[opened]}>
      <RemotesContextProvider value={readyRemotes()}>
        <Layout>page</Layout>
      </RemotesContextProvider>
    </MemoryRouter>,
  );
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') !== null);
  expect(current.map(({ textContent }) => textContent)).toEqual(['Transactions']);
});

const ALL_LINKS = ['Accueil', 'Admin', 'Rapport', 'Transactions', 'Historique', 'Paramètres'];

it.each<[Role, string[]]>([
  ['ROLE_CAPO', ALL_LINKS],
  ['ROLE_SUPER_ADMIN', ALL_LINKS],
  ['ROLE_ADMIN', ALL_LINKS],
  ['ROLE_CLIENT', ['Accueil', 'Historique', 'Paramètres']],
])('layout: the role %s has its links and no other', (role, labels) => {
  renderLayout(role);
  const nav = screen.getByRole('navigation');
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(labels);
});

it('layout: menu entries of a remote follow the specified ones up to 12, if the role has them', () => {
  const menu = { icon: 'chart' } as const;
  const lottery = [
    { path: '/draws', title: 'Tirages', roles: ['ROLE_CAPO'], menu: { ...menu, text: 'Tirages' } },
    { path: '/lottery', title: 'Loterie', menu: { ...menu, text: 'Loterie', order: 200 } },
    ...Array.from({ length: 6 }, (_, at) => ({
      path: `/draw${at}`,
      title: 'x',
      roles: ['ROLE_CAPO'],
      menu: {
        ...menu,
        text: `Tirage ${at}`,
      },
    })),
  ];
  const labels = (roleName: Role) => {
    const { unmount } = renderLayout(roleName, readyRemotes({ lottery, ...SCREENS }), '/lottery/7');
    const links = within(screen.getByRole('navigation')).getAllByRole('link');
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual(['Loterie']);
    const found = links.map((link) => link.textContent);
    unmount();
    return found;
  };
  expect(labels('ROLE_CAPO')).toEqual([
    ...ALL_LINKS,
    'Loterie',
    'Tirages',
    'Tirage 0',
    'Tirage 1',
    'Tirage 2',
    'Tirage 3',
  ]);
  expect(labels('ROLE_CLIENT')).toEqual(['Accueil', 'Historique', 'Paramètres', 'Loterie']);
});

it.each([
  ['/home', 'Accueil'],
  ['/game/PRAGMATIC/Chant/vs1', 'Accueil'],
  ['/admin/7/edit', 'Admin'],
  ['/refund/7', 'Admin'],
  ['/report/day-close', 'Rapport'],
  ['/transaction', 'Transactions'],
])('layout: the screen %s has the current link %s alone', (path, label) => {
  renderLayout('ROLE_ADMIN', readyRemotes(), path);
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') !== null);
  expect(current.map((link) => link.textContent)).toEqual([label]);
});

it('layout: the header shows the tabs, the username and the balance to two decimals', () => {
  renderLayout('ROLE_CLIENT');
  for (const tab of ['Sport', 'Casino', 'Live Casino', 'Virtual'])
    expect(screen.getByText(tab)).toBeVisible();
  expect(screen.getByText('client')).toBeVisible();
  expect(screen.getByTestId('balance')).toHaveTextContent(/^1.234,50$/);
});

it('layout: the ticker starts between 50 and 150 and grows by 0.01 to 0.06 every 2 seconds', () => {
  jest.useFakeTimers();
  try {
    renderLayout('ROLE_CLIENT');
    const ticker = screen.getByTestId('ticker');
    const amount = () => Number(ticker.textContent.replace(',', '.'));
    const start = amount();
    expect(start).toBeGreaterThanOrEqual(50);
    expect(start).toBeLessThanOrEqual(150);
    act(() => jest.advanceTimersByTime(1_900));
    expect(amount()).toBe(start);
    act(() => jest.advanceTimersByTime(200_000));
    expect(amount() - start).toBeGreaterThanOrEqual(100 * 0.01 - 0.02);
    expect(amount() - start).toBeLessThanOrEqual(101 * 0.06 + 0.02);
    expect(ticker).toHaveAttribute('aria-hidden', 'true');
  } finally {
    jest.useRealTimers();
  }
});

it('layout: the balance is read again if it is outdated or refresh is pressed', async () => {
  let balance = 10;
  serve(USER, () => ({ ...CLIENT, balance: (balance += 1) }));
  renderLayout('ROLE_CLIENT');
  act(() => bus.emit('balance/outdated', {}));
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('11,00'));
  await userEvent.click(screen.getByRole('button', { name: 'Actualiser le solde' }));
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('12,00'));
});

it('layout: only refresh announces the balance, even an equal one', async () => {
  let answer = createHold();
  serve(USER, () => answer.released.then(() => ({ ...CLIENT, balance: 12 })));
  renderLayout('ROLE_CLIENT');
  const said = within(screen.getByRole('banner')).getByRole('status');
  for (const _press of ['first', 'second']) {
    answer = createHold();
    await userEvent.click(screen.getByRole('button', { name: 'Actualiser le solde' }));
    expect(said).toBeEmptyDOMElement();
    answer.release();
    await waitFor(() => expect(said).toHaveTextContent('Solde 12,00 TND'));
  }
  act(() => bus.emit('balance/changed', { balance: 7 }));
  expect(screen.getByTestId('balance')).toHaveTextContent('7,00');
  expect(said).toHaveTextContent('Solde 12,00 TND');
});

it.each([500, 404])(
  'layout: a balance that cannot be read again (%d) stays, and so does the session',
  async (status) => {
    const answer = createHold();
    const reads = serve(USER, () => answer.released.then(() => refused(status)));
    const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderLayout('ROLE_CLIENT');
    act(() => bus.emit('balance/outdated', {}));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(renderHook(useIsLoading).result.current).toBe(false);
    answer.release();
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(currentUser()).toEqual(CLIENT);
    expect(accessToken()).not.toBeNull();
    expect(screen.getByTestId('balance')).toHaveTextContent(/^1.234,50$/);
    logged.mockRestore();
  },
);

it('layout: the user is signed out if refresh cannot read the user', async () => {
  serve(USER, () => refused(500));
  renderLayout('ROLE_CLIENT');
  await userEvent.click(screen.getByRole('button', { name: 'Actualiser le solde' }));
  await waitFor(() => expect(currentUser()).toBeNull());
});

it('layout: failed refreshes of an earlier user do not end the session of another', async () => {
  const answer = createHold();
  const reads = serve(USER, () => answer.released.then(() => refused(500)));
  renderLayout('ROLE_CLIENT');
  const button = screen.getByRole('button', { name: 'Actualiser le solde' });
  for (let time = 0; time < 2; time += 1) await userEvent.click(button);
  act(() => void signInForTest({ ...CLIENT, id: 99 }));
  expect(button).toHaveAttribute('aria-busy', 'true');
  answer.release();
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'));
  expect(currentUser()?.id).toBe(99);
  expect(reads).toHaveLength(1);
});

it.each([200, 500])(
  'layout: a sign-out answered with %s clears the session and opens /login',
  async (status) => {
    signIn();
    serve(LOGOUT, () => HttpResponse.json({}, { status }));
    const remotes = readyRemotes();
    const forgetUser = jest.spyOn(remotes, 'forgetUser');
    const queryClient = createQueryClient();
    renderShell('/home', remotes, queryClient);
    queryClient.setQueryData(['told to this user'], 'a balance');
    await userEvent.click(await screen.findByRole('button', { name: 'Déconnexion' }));
    await waitFor(() => expect(screen.getByLabelText('location')).toHaveTextContent('/login'));
    expect(forgetUser).toHaveBeenCalled();
    expect(queryClient.getQueryData(['told to this user'])).toBeUndefined();
    expect(accessToken()).toBeNull();
    expect(sessionStorage.getItem('refreshToken')).toBeNull();
    expect(currentUser()).toBeNull();
  },
);

describe('sign-out without an answer', () => {
  const answer = createHold();
  let asked: ReturnType<typeof serve>;

  beforeEach(() => {
    asked = serve(LOGOUT, () => answer.released.then(() => refused(401)));
    renderLayout('ROLE_ADMIN');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
  });
  afterEach(() => void jest.useRealTimers());

  const pressSignOut = () => fireEvent.click(screen.getByRole('button', { name: 'Déconnexion' }));
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('layout: the session ends 3 s after a sign-out that hangs, and the call goes on', async () => {
    pressSignOut();
    await pass(2_900);
    expect(currentUser()).not.toBeNull();
    expect(renderHook(useIsLoading).result.current).toBe(false);
    await pass(200);
    expect(currentUser()).toBeNull();
    expect(accessToken()).toBeNull();
    jest.useRealTimers();
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ refreshToken: 'refresh' }]));
  });

  it('layout: a second press or the late answer does not end the next session', async () => {
    pressSignOut();
    await pass(2_000);
    pressSignOut();
    await pass(1_100);
    expect(currentUser()).toBeNull();
    act(() => void signInForTest({ ...CLIENT, id: 99 }));
    act(() => setTokens({ accessToken: 'next', refreshToken: 'next' }));
    await pass(2_000);
    jest.useRealTimers();
    answer.release();
    await waitFor(() => expect(asked).toHaveLength(2));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(currentUser()?.id).toBe(99);
  });
});

it('layout: the jackpot bar shows the counters of the server', async () => {
  renderLayout('ROLE_ADMIN');
  await waitFor(() =>
    expect(screen.getByLabelText('Jackpot')).toHaveTextContent(/Bronze20,00Argent200,00Or2.000,00/),
  );
});

it.each<[Role, string, boolean]>([
  ['ROLE_CLIENT', '/home', false],
  ['ROLE_CLIENT', '/game/PRAGMATIC/Chant/vs1', true],
  ['ROLE_CLIENT', '/history', true],
  ['ROLE_ADMIN', '/home', true],
])('layout: a %s on %s sees the jackpots once', (role, path, hasBar) => {
  renderLayout(role, readyRemotes(), path);
  expect(screen.queryByRole('complementary', { name: 'Jackpot' }) !== null).toBe(hasBar);
});

/** Adds the style sheets of tokens and layout to the document; returns a function that removes them. */
function addStyles(): () => void {
  const read = (...path: string[]) => readFileSync(join(__dirname, ...path), 'utf8');
  const sheet = document.createElement('style');
  sheet.textContent = read('../../../shared/src/ui/tokens.css') + read('layout.module.css');
  document.head.append(sheet);
  return () => sheet.remove();
}

it('layout: the footer is a yellow band', () => {
  const removeStyles = addStyles();
  try {
    renderLayout('ROLE_CLIENT');
    const { background } = getComputedStyle(screen.getByRole('contentinfo'));
    // jsdom does not resolve custom properties, so the test looks the colour up by the name of the property.
    const token = /^var\((--.*)\)$/.exec(background)?.[1] ?? '';
    expect(getComputedStyle(document.documentElement).getPropertyValue(token)).toBe('#ffc83d');
  } finally {
    removeStyles();
  }
});

it('layout: the entries of the remotes in the menu are fetched a second after the first screen', () => {
  jest.useFakeTimers();
  try {
    const prefetch = jest.fn();
    const stateOf: RemoteLoader['stateOf'] = (name) => ({ status: name === 'casino' ? 'loading' : 'absent' });
    const { unmount } = renderLayout('ROLE_CLIENT', { ...readyRemotes(), prefetch, stateOf });
    act(() => jest.advanceTimersByTime(900));
    expect(prefetch).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(100));
    expect(prefetch.mock.calls).toEqual([['reports', 'entry']]);
    unmount();
    renderLayout('ROLE_CLIENT', { ...readyRemotes(), prefetch, stateOf }).unmount();
    act(() => jest.advanceTimersByTime(1_000));
    expect(prefetch).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
  }
});

it('layout: the pointer or the focus on a link prefetches the files of its remote', async () => {
  const fetched: string[] = [];
  const prefetch: RemoteLoader['prefetch'] = (name, what = 'files') => {
    if (what === 'files') fetched.push(name);
  };
  const remotes = { ...readyRemotes(), prefetch };
  renderLayout('ROLE_ADMIN', remotes);
  await userEvent.hover(screen.getByRole('link', { name: 'Historique' }));
  expect(fetched).toEqual(['reports']);
  act(() => screen.getByRole('link', { name: 'Admin' }).focus());
  expect(fetched).toEqual(['reports', 'agent']);
  await userEvent.hover(screen.getByRole('link', { name: 'Paramètres' }));
  expect(fetched).toEqual(['reports', 'agent']);
  await act(() => remotes.load('reports'));
  await userEvent.hover(screen.getByRole('link', { name: 'Rapport' }));
  expect(fetched).toEqual(['reports', 'agent']);
});
