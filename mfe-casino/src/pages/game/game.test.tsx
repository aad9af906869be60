import { bus } from '@palier/shared/bus';
import { clearSession, setBalance } from '@palier/shared/session/writer';
import { held, renderRoutes, runWire, signInForTest } from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { balanceDisplay, LONGEST_HOLD_MS } from '../../lib/balance-hold';
import { routes } from '../../routes';

const GAME = '/game/PRAGMATIC/Tiger%20%2F%20Gold/vs20-tiger';
const GAME_ORIGIN = 'http://localhost:3001';

let launchUrl = '';
const launched: string[] = [];
const server = setupServer(
  http.post('*/api/v1/casino/launch', ({ request }) => {
    launched.push(new URL(request.url).search);
    return HttpResponse.json({ launch_url: launchUrl });
  }),
  http.get('*/api/v1/casino/*', () => new HttpResponse(null, { status: 500 })),
  http.get('*/api/v1/jackpot/counters', () => new HttpResponse(null, { status: 500 })),
  http.get('*/ws-jackpot/*', () => new HttpResponse(null, { status: 503 })),
);

let outdated = 0;
let stopCounting: () => void;
runWire(server);
beforeEach(() => {
  launchUrl = `${GAME_ORIGIN}/play?session=1`;
  launched.length = 0;
  outdated = 0;
  stopCounting = bus.on('balance/outdated', () => {
    outdated += 1;
  });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT' });
});
afterEach(() => {
  stopCounting();
  clearSession();
});

const frame = () => screen.findByTitle<HTMLIFrameElement>('Tiger / Gold');
const say = (source: Window | null, origin: string, data: unknown) =>
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { source, origin, data }));
  });

describe('game player', () => {
  test('When a game is on screen, then the browser names it in its tab, and no longer once it is left', async () => {
    document.title = 'Palier';
    const { unmount } = renderRoutes(routes, GAME);
    await frame();
    expect(document.title).toBe('Tiger / Gold · Palier');
    unmount();
    expect(document.title).toBe('Palier');
  });

  test('When the game is launched, then it stands in a sandboxed frame under its name, and the spinner goes when it has loaded', async () => {
    renderRoutes(routes, GAME);
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
    const game = await frame();
    expect(launched).toEqual(['?gameCode=vs20-tiger&providerCode=PRAGMATIC']);
    expect(game).toHaveAttribute('src', launchUrl);
    expect(game).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    expect(game).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(screen.getAllByText(/Tiger \/ Gold/, { selector: 'h1, footer p' })).toHaveLength(2);
    fireEvent.load(game);
    expect(screen.queryByText('Loading Tiger / Gold...')).toBeNull();
  });

  test('When the player is read aloud, then its English words are said to be English, and the game’s name is not', () => {
    renderRoutes(routes, GAME);
    const english = ['Back', 'Fullscreen', 'Reload'].map((name) => screen.getByRole('button', { name }));
    for (const words of [...english, screen.getByText('Loading Tiger / Gold...')])
      expect(words.closest('[lang="en"]')).not.toBeNull();
    expect(screen.getByRole('heading').closest('[lang]')).toBeNull();
  });

  test('When the header shows another balance, then the game it was launched at hears it, and nothing once it is left', async () => {
    const { unmount } = renderRoutes(routes, GAME);
    const hears = jest.spyOn((await frame()).contentWindow as Window, 'postMessage').mockReturnValue();
    act(() => setBalance(7.5));
    expect(hears.mock.calls).toEqual([[{ type: 'palier/balance-changed', balance: 7.5 }, GAME_ORIGIN]]);
    unmount();
    setBalance(8);
    expect(hears).toHaveBeenCalledTimes(1);
  });

  test('When a round ends with the balance of before a withdrawal, then the game hears again what the header shows', async () => {
    renderRoutes(routes, GAME);
    const { contentWindow } = await frame();
    const hears = jest.spyOn(contentWindow as Window, 'postMessage').mockReturnValue();
    act(() => setBalance(49));
    say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/balance-changed', balance: 99 });
    expect(outdated).toBe(1);
    act(() => setBalance(49));
    expect(hears.mock.calls.map(([message]) => message)).toEqual([
      { type: 'palier/balance-changed', balance: 49 },
      { type: 'palier/balance-changed', balance: 49 },
    ]);
  });

  test('When Reload is pressed, then the game is launched again in a new frame', async () => {
    renderRoutes(routes, GAME);
    const first = await frame();
    fireEvent.load(first);
    const { isDue, release } = held();
    server.use(
      http.post('*/api/v1/casino/launch', async () => {
        launched.push('again');
        await isDue;
        return HttpResponse.json({ launch_url: launchUrl });
      }),
    );
    const reload = screen.getByRole('button', { name: 'Reload' });
    await userEvent.click(reload);
    // Pressed once more while the game is on its way, it keeps the focus and asks for nothing.
    await userEvent.keyboard('{Enter}');
    expect(reload).toHaveFocus();
    release();
    expect(await frame()).not.toBe(first);
    expect(launched).toEqual([expect.anything(), 'again']);
    expect(screen.getByText('Loading Tiger / Gold...')).toBeVisible();
  });

  test('When the launch fails, then it is said in French, and a retry may succeed', async () => {
    server.use(
      http.post('*/api/v1/casino/launch', () => new HttpResponse(null, { status: 500 }), { once: true }),
    );
    renderRoutes(routes, GAME);
    expect(await screen.findByRole('alert')).toHaveTextContent("Le jeu n'a pas pu être lancé.");
    expect(screen.getByRole('button', { name: 'Retour aux jeux' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    // The button that had the focus is gone.
    expect(screen.getByRole('heading', { name: 'Tiger / Gold' })).toHaveFocus();
    expect(await frame()).toBeVisible();
  });

  test('When the network is back, then a game that could not be launched without is; one that runs goes on', async () => {
    server.use(http.post('*/api/v1/casino/launch', () => HttpResponse.error(), { once: true }));
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
    expect(launched).toHaveLength(1);
  });

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['inline data', 'data:text/html,<script>alert(1)</script>'],
    ['a blob of ours', 'blob:http://localhost:3000/1'],
    ['our own origin', 'http://localhost:3000/game'],
    ['our own origin, spelled with a space', ' http://LOCALHOST:3000/game'],
    ['a relative path', '/game'],
    ['a path without a scheme', '//evil.test/game'],
    ['plain http elsewhere', 'http://evil.test/game'],
    ['a host that only begins like a local one', 'http://localhost.evil.test/game'],
    ['credentials', 'https://user:secret@games.test/play'],
    ['a file', 'file:///etc/passwd'],
    ['nothing', ''],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['a script behind a tab', 'java\tscript:alert(1)'],
    ['a user who looks like a host', 'https://games.test@evil.test/play'],
    ['our own origin with a user', 'http://x@localhost:3000/game'],
    ['the empty page', 'about:blank'],
    ['a page of ours by srcdoc', 'about:srcdoc'],
    ['a file system of ours', 'filesystem:http://localhost:3000/temporary/x'],
    ['a socket', 'wss://games.test/play'],
    ['plain http to an address', 'http://192.0.2.1/play'],
    ['a backslash path', '\\\\evil.test\\game'],
  ])('When the launch address is %s, then it never reaches the frame', async (_, hostile) => {
    launchUrl = hostile;
    renderRoutes(routes, GAME);
    expect(await screen.findByRole('alert')).toHaveTextContent("L'adresse de ce jeu a été refusée");
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('When the browser has no URL.canParse, then the game is on screen', async () => {
    const { canParse } = URL;
    Reflect.deleteProperty(URL, 'canParse');
    try {
      renderRoutes(routes, GAME);
      expect(await frame()).toBeVisible();
    } finally {
      Object.assign(URL, { canParse });
    }
  });

  test('When the game says that the balance changed, then the balance is outdated; a flood costs one more at most', async () => {
    renderRoutes(routes, GAME);
    const { contentWindow } = await frame();
    say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/balance-changed' });
    expect(outdated).toBe(1);
    for (let count = 0; count < 20; count += 1)
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/balance-changed' });
    expect(outdated).toBe(1);
    await waitFor(() => expect(outdated).toBe(2));
  });

  test('When the game says the balance that the header shows already, then it is not asked for; when it says another, it is', async () => {
    signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT', balance: 7.5 });
    renderRoutes(routes, GAME);
    const { contentWindow } = await frame();
    say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/balance-changed', balance: 7.5 });
    expect(outdated).toBe(0);
    say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/balance-changed', balance: 8.5 });
    expect(outdated).toBe(1);
  });

  test('When the page’s policy keeps the address out of the frame, then the frame goes and it is said', async () => {
    launchUrl = 'https://allowed.evil.test/play';
    renderRoutes(routes, GAME);
    await frame();
    const violation = (blockedURI: string) =>
      act(() => {
        document.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), {
            effectiveDirective: 'frame-src',
            blockedURI,
          }),
        );
      });
    violation('https://other.test/');
    expect(document.querySelector('iframe')).not.toBeNull();
    violation('https://allowed.evil.test');
    expect(await screen.findByRole('alert')).toHaveTextContent("L'adresse de ce jeu a été refusée");
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('button', { name: 'Retour aux jeux' })).toBeVisible();
  });

  test('When the game’s name is markup, then it is text everywhere', async () => {
    const name = '<img src=x onerror=alert(1)>';
    renderRoutes(routes, `/game/PRAGMATIC/${encodeURIComponent(name)}/code`);
    expect(screen.getByRole('heading', { name })).toHaveTextContent(name);
    expect(screen.getByText(`Loading ${name}...`)).toBeVisible();
    expect(await screen.findByTitle(name)).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });

  test('When a message comes from another frame, another origin or in another shape, then it is ignored', async () => {
    renderRoutes(routes, GAME);
    const { contentWindow } = await frame();
    const message = { type: 'palier-demo/balance-changed' };
    say(window, GAME_ORIGIN, message);
    say(null, GAME_ORIGIN, message);
    say(contentWindow, 'https://evil.test', message);
    say(contentWindow, 'http://localhost:3000', message);
    for (const data of [null, 'palier-demo/balance-changed', { type: 'other' }, { type: 'toString' }, {}, 3])
      say(contentWindow, GAME_ORIGIN, data);
    expect(outdated).toBe(0);
  });

  test('When the player leaves, then the balance is outdated; when the session ended, it is nobody’s', async () => {
    const first = renderRoutes(routes, GAME);
    await frame();
    first.unmount();
    expect(outdated).toBe(1);
    const second = renderRoutes(routes, GAME);
    await frame();
    act(() => clearSession());
    second.unmount();
    expect(outdated).toBe(1);
  });

  describe('while a round is on screen', () => {
    const told: number[] = [];
    let stopHearing: () => void;
    beforeEach(() => {
      told.length = 0;
      stopHearing = bus.on('balance/changed', ({ balance }) => {
        told.push(balance);
        setBalance(balance);
      });
    });
    afterEach(() => {
      stopHearing();
      jest.useRealTimers();
    });

    test('When the round starts, then the header takes the stake at once and the win once the reels have stopped', async () => {
      signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT', balance: 100 });
      renderRoutes(routes, GAME);
      const { contentWindow } = await frame();
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(99));
      act(() => balanceDisplay.tell(149));
      expect(told).toEqual([99]);
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-ended' });
      expect(told).toEqual([99, 149]);
      act(() => balanceDisplay.tell(150));
      expect(told).toEqual([99, 149, 150]);
    });

    test('When the game never says that the round ended, then the header waits no longer than its bound, however often the game repeats itself', async () => {
      signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT', balance: 100 });
      renderRoutes(routes, GAME);
      const { contentWindow } = await frame();
      jest.useFakeTimers();
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(149));
      act(() => jest.advanceTimersByTime(LONGEST_HOLD_MS - 1));
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      expect(told).toEqual([]);
      act(() => jest.advanceTimersByTime(1));
      expect(told).toEqual([149]);
    });

    test('When the player leaves in mid-round, then the win is told at once; a stranger’s frame cannot hold it', async () => {
      signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT', balance: 100 });
      const page = renderRoutes(routes, GAME);
      const { contentWindow } = await frame();
      say(window, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(101));
      expect(told).toEqual([101]);
      say(contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(149));
      page.unmount();
      expect(told).toEqual([101, 149]);
    });

    test('When Reload is pressed in mid-round, then the win is told at once, and the new frame’s rounds are heard', async () => {
      signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT', balance: 100 });
      renderRoutes(routes, GAME);
      const first = await frame();
      say(first.contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(149));
      await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
      expect(told).toEqual([149]);
      await waitFor(() => expect(launched).toHaveLength(2));
      say((await frame()).contentWindow, GAME_ORIGIN, { type: 'palier-demo/round-started' });
      act(() => balanceDisplay.tell(200));
      expect(told).toEqual([149]);
    });
  });

  test('When Back is pressed on a game opened directly, then the catalogue opens', async () => {
    renderRoutes(routes, GAME);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('location')).toHaveTextContent(/^\/home$/);
  });

  test('When the browser has no full screen, then the player fills the page, and a jackpot win brings it back', async () => {
    jest.spyOn(Element.prototype, 'requestFullscreen').mockRejectedValue(new Error('no'));
    renderRoutes(routes, GAME);
    await userEvent.click(screen.getByRole('button', { name: 'Fullscreen' }));
    const exit = await screen.findByRole('button', { name: 'Exit Fullscreen' });
    // Its name says all: pressed, it would be heard as one that has left the full screen already.
    expect(exit).not.toHaveAttribute('aria-pressed');
    act(() => bus.emit('jackpot/won', { prizeAmount: 10 }));
    expect(screen.getByRole('button', { name: 'Fullscreen' })).toBeVisible();
  });
});
