import { bus } from '@palier/shared/bus';
import { clearSession, setBalance } from '@palier/shared/session/writer';
import {
  createServe,
  currentPath,
  createHold,
  lost,
  recordEvents,
  refused,
  renderRoutes,
  runWire,
  signInForTest,
} from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { balanceHold } from '../../lib/balance-hold';
import { routes } from '../../routes';
import { CURTAIN_LIMIT_MS } from './use-sign-of-life';

const GAME = '/game/PRAGMATIC/Tiger%20%2F%20Gold/vs20-tiger';
const GAME_ORIGIN = 'http://localhost:3001';
const LAUNCH = 'POST /casino/launch';
const LAUNCHED = { launch_url: `${GAME_ORIGIN}/play?session=1` };

const server = setupServer(
  http.get('*/api/v1/*', () => refused(500)),
  http.get('*/ws-jackpot/*', () => refused(503)),
);
const serve = createServe(server);
let launches: ReturnType<typeof serve>;

const signIn = (balance = 1000) => signInForTest({ id: 4, roleName: 'ROLE_CLIENT', balance });
const frame = () => screen.findByTitle<HTMLIFrameElement>('Tiger / Gold');
const say = (source: Window | null, origin: string, data: unknown) =>
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { source, origin, data }));
  });

/** Opens the game. `sayIn` sends a message from the game, `posted` records the messages to the game. */
async function openGame() {
  const page = renderRoutes(routes, GAME);
  const game = (await frame()).contentWindow!;
  const posted = jest.spyOn(game, 'postMessage').mockReturnValue();
  const sayIn = (message: string, fields: object = {}) =>
    say(game, GAME_ORIGIN, { type: `palier-demo/${message}`, ...fields });
  return { ...page, game, posted, sayIn };
}

runWire(server);
beforeEach(() => {
  launches = serve(LAUNCH, LAUNCHED);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signIn();
});
afterEach(clearSession);

describe('game page', () => {
  afterEach(() => void jest.useRealTimers());

  test('game page: the game loads in a sandboxed frame under its name, after a spinner', async () => {
    const { unmount } = renderRoutes(routes, GAME);
    expect(await screen.findByText('Loading Tiger / Gold...')).toBeVisible();
    const buttons = ['Back', 'Fullscreen', 'Reload'].map((name) => screen.getByRole('button', { name }));
    for (const text of [...buttons, screen.getByText('Loading Tiger / Gold...')])
      expect(text.closest('[lang="en"]')).not.toBeNull();
    expect(screen.getByRole('heading').closest('[lang]')).toBeNull();
    const game = await frame();
    expect(launches.map(({ search }) => search)).toEqual(['?gameCode=vs20-tiger&providerCode=PRAGMATIC']);
    expect(game).toHaveAttribute('src', LAUNCHED.launch_url);
    expect(game).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    expect(game).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(screen.getAllByText(/Tiger \/ Gold/, { selector: 'h1, footer p' })).toHaveLength(2);
    fireEvent.load(game);
    expect(screen.queryByText('Loading Tiger / Gold...')).toBeNull();
    expect(document.title).toBe('Tiger / Gold · Palier');
    unmount();
    expect(document.title).toBe('Palier');
  });

  test('game page: the first message of the frame removes the curtain if no picture loads', async () => {
    const { game } = await openGame();
    say(window, GAME_ORIGIN, 'ready');
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
    say(game, 'https://redirected.test', 'ready');
    expect(screen.queryByText('Loading Tiger / Gold...')).toBeNull();
  });

  test('game page: the curtain goes after some seconds without a message, in each frame', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    renderRoutes(routes, GAME);
    await frame();
    const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
    pass(CURTAIN_LIMIT_MS);
    expect(screen.queryByText('Loading Tiger / Gold...')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
    await frame();
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
    pass(CURTAIN_LIMIT_MS);
    expect(screen.queryByText('Loading Tiger / Gold...')).toBeNull();
  });

  test('game page: a frame may open windows if the server allows it, but navigates no page', async () => {
    serve(LAUNCH, { ...LAUNCHED, allows_windows: true });
    renderRoutes(routes, GAME);
    expect(await frame()).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    );
  });

  test('game page: Reload launches the game in a new frame, once, and keeps the focus', async () => {
    renderRoutes(routes, GAME);
    const first = await frame();
    fireEvent.load(first);
    const { released, release } = createHold();
    const relaunches = serve(LAUNCH, () => released.then(() => LAUNCHED));
    const reload = screen.getByRole('button', { name: 'Reload' });
    await userEvent.click(reload);
    await userEvent.keyboard('{Enter}');
    expect(reload).toHaveFocus();
    release();
    expect(await frame()).not.toBe(first);
    expect(relaunches).toHaveLength(1);
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
  });

  test('game page: a French text says that the launch failed, and Réessayer launches again', async () => {
    serve(LAUNCH, () => refused(500), { once: true });
    renderRoutes(routes, GAME);
    expect(await screen.findByRole('alert')).toHaveTextContent("Le jeu n'a pas pu être lancé.");
    expect(screen.getByRole('button', { name: 'Retour aux jeux' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(screen.getByRole('heading', { name: 'Tiger / Gold' })).toHaveFocus();
    expect(await frame()).toBeVisible();
  });

  test('game page: a failed game is launched when the network returns, and a running one stays', async () => {
    serve(LAUNCH, lost, { once: true });
    renderRoutes(routes, GAME);
    expect(await screen.findByRole('alert')).toHaveTextContent("Le jeu n'a pas pu être lancé.");
    const loseNetwork = () => {
      for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)));
    };
    loseNetwork();
    const game = await frame();
    loseNetwork();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await frame()).toBe(game);
    expect(launches).toHaveLength(1);
  });

  test('game page: no frame shows a hostile launch URL, and an alert says so', async () => {
    serve(LAUNCH, { launch_url: 'javascript:alert(1)' });
    renderRoutes(routes, GAME);
    expect(await screen.findByRole('alert')).toHaveTextContent("L'adresse de ce jeu a été refusée");
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('game page: the frame goes and an alert says so if the policy blocks it', async () => {
    serve(LAUNCH, { launch_url: 'https://allowed.evil.test/play' });
    renderRoutes(routes, GAME);
    await frame();
    const violation = (blockedURI: string) =>
      act(() => {
        const event = new Event('securitypolicyviolation');
        document.dispatchEvent(Object.assign(event, { effectiveDirective: 'frame-src', blockedURI }));
      });
    violation('https://other.test/');
    expect(document.querySelector('iframe')).not.toBeNull();
    violation('https://allowed.evil.test');
    expect(await screen.findByRole('alert')).toHaveTextContent("L'adresse de ce jeu a été refusée");
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('button', { name: 'Retour aux jeux' })).toBeVisible();
  });

  test('game page: Back opens the catalogue if the game was opened by its URL', async () => {
    renderRoutes(routes, GAME);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(currentPath()).toBe('/home');
  });

  test('game page: the player fills the page, until a win, if the browser refuses full screen', async () => {
    jest.spyOn(Element.prototype, 'requestFullscreen').mockRejectedValue(new Error('no'));
    renderRoutes(routes, GAME);
    await userEvent.click(screen.getByRole('button', { name: 'Fullscreen' }));
    const exit = await screen.findByRole('button', { name: 'Exit Fullscreen' });
    // The name of the button changes, so a pressed state would be announced as the opposite.
    expect(exit).not.toHaveAttribute('aria-pressed');
    act(() => bus.emit('jackpot/won', { prizeAmount: 10 }));
    expect(screen.getByRole('button', { name: 'Fullscreen' })).toBeVisible();
  });
});

describe('messages of the game', () => {
  test('messages of the game: the balance of the header is posted until the page is left', async () => {
    const { posted, unmount } = await openGame();
    act(() => setBalance(7.5));
    expect(posted.mock.calls).toEqual([[{ type: 'palier/balance-changed', balance: 7.5 }, GAME_ORIGIN]]);
    unmount();
    setBalance(8);
    expect(posted).toHaveBeenCalledTimes(1);
  });

  test('messages of the game: the balance is posted again if the game shows an older one', async () => {
    const outdated = recordEvents('balance/outdated');
    const { posted, sayIn } = await openGame();
    act(() => setBalance(49));
    sayIn('balance-changed', { balance: 99 });
    expect(outdated).toHaveLength(1);
    act(() => setBalance(49));
    expect(posted.mock.calls.map(([message]) => message)).toEqual([
      { type: 'palier/balance-changed', balance: 49 },
      { type: 'palier/balance-changed', balance: 49 },
    ]);
  });

  test('messages of the game: twenty changes of the balance at once cause one more read', async () => {
    const outdated = recordEvents('balance/outdated');
    const { sayIn } = await openGame();
    sayIn('balance-changed');
    expect(outdated).toHaveLength(1);
    for (let count = 0; count < 20; count += 1) sayIn('balance-changed');
    expect(outdated).toHaveLength(1);
    await waitFor(() => expect(outdated).toHaveLength(2));
  });

  test('messages of the game: the balance is read only if it differs from the header', async () => {
    signIn(7.5);
    const outdated = recordEvents('balance/outdated');
    const { sayIn } = await openGame();
    sayIn('balance-changed', { balance: 7.5 });
    expect(outdated).toHaveLength(0);
    sayIn('balance-changed', { balance: 8.5 });
    expect(outdated).toHaveLength(1);
  });

  test('messages of the game: one of another frame, origin or shape is ignored', async () => {
    const outdated = recordEvents('balance/outdated');
    const { game } = await openGame();
    const message = { type: 'palier-demo/balance-changed' };
    say(window, GAME_ORIGIN, message);
    say(null, GAME_ORIGIN, message);
    say(game, 'https://evil.test', message);
    say(game, 'http://localhost:3000', message);
    for (const data of [null, 'palier-demo/balance-changed', { type: 'other' }, { type: 'toString' }, {}, 3])
      say(game, GAME_ORIGIN, data);
    expect(outdated).toHaveLength(0);
  });

  test('messages of the game: the balance is read when the page is left in a session', async () => {
    const outdated = recordEvents('balance/outdated');
    const first = await openGame();
    first.unmount();
    expect(outdated).toHaveLength(1);
    const second = await openGame();
    act(() => clearSession());
    second.unmount();
    expect(outdated).toHaveLength(1);
  });
});

describe('balance during a round', () => {
  let changes: ReturnType<typeof recordEvents<'balance/changed'>>;
  let stopUpdating: () => void;
  const balances = () => changes.map(({ balance }) => balance);
  const publish = (balance: number) => act(() => balanceHold.publish(balance));

  beforeEach(() => {
    signIn(100);
    changes = recordEvents('balance/changed');
    stopUpdating = bus.on('balance/changed', ({ balance }) => setBalance(balance));
  });
  afterEach(() => {
    stopUpdating();
    jest.useRealTimers();
  });

  test('balance during a round: the stake shows at once, and the win after the round', async () => {
    const { sayIn } = await openGame();
    sayIn('round-started');
    publish(99);
    publish(149);
    expect(balances()).toEqual([99]);
    sayIn('round-ended');
    expect(balances()).toEqual([99, 149]);
    publish(150);
    expect(balances()).toEqual([99, 149, 150]);
  });

  test('balance during a round: the balance after the stake stays if a stake follows the win', async () => {
    const { sayIn } = await openGame();
    sayIn('round-started');
    publish(149);
    publish(98);
    sayIn('round-ended');
    expect(balances()).toEqual([98]);
  });

  test('balance during a round: the win shows after 30 s if the round never ends', async () => {
    const { sayIn } = await openGame();
    jest.useFakeTimers();
    sayIn('round-started');
    publish(149);
    act(() => jest.advanceTimersByTime(29_999));
    sayIn('round-started');
    expect(balances()).toEqual([]);
    act(() => jest.advanceTimersByTime(1));
    expect(balances()).toEqual([149]);
  });

  test('balance during a round: leaving shows the win, which no foreign frame can hold', async () => {
    const { sayIn, unmount } = await openGame();
    say(window, GAME_ORIGIN, { type: 'palier-demo/round-started' });
    publish(101);
    expect(balances()).toEqual([101]);
    sayIn('round-started');
    publish(149);
    unmount();
    expect(balances()).toEqual([101, 149]);
  });

  test('balance during a round: Reload shows the win, and the new frame holds the next one', async () => {
    const { sayIn } = await openGame();
    sayIn('round-started');
    publish(149);
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(balances()).toEqual([149]);
    await waitFor(() => expect(launches).toHaveLength(2));
    say((await frame()).contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
    publish(200);
    expect(balances()).toEqual([149]);
  });
});
