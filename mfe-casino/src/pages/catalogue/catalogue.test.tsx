import { FIRST_BANNERS } from '@palier/shared/first-screen';
import { createQueryClient } from '@palier/shared/query';
import { clearSession } from '@palier/shared/session/writer';
import {
  createServe,
  currentPath,
  createHold,
  refused,
  renderRoutes,
  runWire,
  signInForTest,
} from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { routes } from '../../routes';

const GAMES = 'GET /casino/games';
const END = "You've reached the end of the list";
const NO_GAMES = 'No games available for this provider';

const games = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    game_name: `${title} ${index + 1}`,
    game_code: `${title}-${index + 1}`,
    banner: `https://banners.test/${index + 1}.svg`,
  }));
const gamesNamed = (names: readonly string[]) => ({
  games: names.map((game_name, id) => ({ id, game_name, game_code: `code-${id}`, banner: '' })),
});
const LISTS = new Map([
  ['PRAGMATIC', games(30, 'Tiger')],
  ['CODE1', games(3, 'Lotus')],
  ['CODE2', []],
]);
const providers = Array.from({ length: 20 }, (_, index) => ({
  code: index === 0 ? 'PRAGMATIC' : `CODE${index}`,
  name: index === 0 ? 'Pragmatic Play' : `House ${index}`,
}));
const providerOf = (request: Request) => new URL(request.url).searchParams.get('providerCode') ?? '';

const server = setupServer(
  http.get('*/api/v1/casino/lobby', () => HttpResponse.json({ recent: [], favourites: [] })),
  http.get('*/api/v1/casino/providers', () => HttpResponse.json({ providers })),
  http.get('*/api/v1/jackpot/counters', () =>
    HttpResponse.json({ bronzeCounter: 12.5, silverCounter: 1234, goldCounter: 0 }),
  ),
  http.get('*/ws-jackpot/*', () => refused(503)),
);
const serve = createServe(server);
let calls: ReturnType<typeof serve>;

/** Replaces the browser's observer: the test decides which element comes into view. */
class Viewport implements IntersectionObserver {
  static watching = new Map<Element, Viewport>();
  readonly root = null;
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly rootMargin: string;
  constructor(
    private readonly callback: IntersectionObserverCallback,
    options: IntersectionObserverInit = {},
  ) {
    this.rootMargin = options.rootMargin ?? '';
  }
  observe(target: Element) {
    Viewport.watching.set(target, this);
  }
  unobserve() {}
  disconnect() {
    for (const [target, observer] of Viewport.watching)
      if (observer === this) Viewport.watching.delete(target);
  }
  takeRecords() {
    return [];
  }
  static bring(target: Element) {
    const observer = Viewport.watching.get(target);
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    act(() => observer?.callback([entry], observer));
    return observer?.rootMargin;
  }
}

runWire(server);
beforeEach(() => {
  calls = serve(GAMES, (request) => {
    const list = LISTS.get(providerOf(request));
    return list === undefined ? refused(500) : { games: list };
  });
  Viewport.watching.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  globalThis.IntersectionObserver = Viewport;
  signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT' });
});
afterEach(clearSession);

const tiles = () => screen.queryAllByTestId('game-tile');
const names = () => tiles().map((tile) => tile.textContent);
const open = async (path = '/home') => {
  renderRoutes(routes, path);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading games...' })).toBeNull());
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const searchBox = () => screen.getByPlaceholderText('Search games...');
const reachBottom = () => Viewport.bring(screen.getByTestId('catalogue-sentinel'));

describe('catalogue', () => {
  test('catalogue: it shows 12 games, and 12 more each time the bottom is reached', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(tiles()).toHaveLength(12);
    reachBottom();
    expect(tiles()).toHaveLength(24);
    expect(screen.queryByText(END)).toBeNull();
    reachBottom();
    expect(tiles()).toHaveLength(30);
    expect(screen.getByText(END)).toBeVisible();
    expect(screen.getByText('30 games loaded')).toBeVisible();
    expect(screen.queryByTestId('catalogue-sentinel')).toBeNull();
    expect(calls.map(({ search }) => search)).toEqual(['?providerCode=PRAGMATIC']);
  });

  test('catalogue: it shows what was read before it opened, and reads nothing again', async () => {
    const asked: string[] = [];
    jest.spyOn(window, 'Image').mockImplementation(() => {
      const image = document.createElement('img');
      Object.defineProperty(image, 'src', {
        set(address: string) {
          asked.push(address);
        },
      });
      return image;
    });
    const cache = createQueryClient();
    routes.find(({ path }) => path === '/home')?.prefetch?.(cache, '');
    await waitFor(() => expect(asked).toHaveLength(FIRST_BANNERS));
    expect(asked[0]).toBe('https://banners.test/1.svg');
    renderRoutes(routes, '/home', null, cache);
    expect(await screen.findAllByTestId('game-tile')).toHaveLength(12);
    expect(calls.map(({ search }) => search)).toEqual(['?providerCode=PRAGMATIC']);
  });

  test('catalogue: a banner in view loads in the first frame', async () => {
    const box = { top: 0, bottom: 100, height: 100 } as DOMRect;
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
    await open();
    expect(tiles()[0]?.querySelector('img')).toHaveAttribute('src', 'https://banners.test/1.svg');
  });

  test('catalogue: a search filters the whole list without regard to case', async () => {
    await open();
    await userEvent.type(searchBox(), 'tIGER 3');
    expect(screen.getByText('Found 2 game(s)')).toBeVisible();
    expect(names()).toEqual(['Tiger 3', 'Tiger 30']);
    expect(screen.queryByTestId('catalogue-sentinel')).toBeNull();
    expect(screen.queryByText(END)).toBeNull();
    await waitFor(() => expect(currentPath()).toBe('/home?search=tIGER+3'));
  });

  test('catalogue: the address follows a search after a pause or when the field is left', async () => {
    await open();
    jest.useFakeTimers();
    try {
      const type = (value: string) => fireEvent.change(searchBox(), { target: { value } });
      for (const search of ['t', 'ti', 'tig']) {
        type(search);
        await act(() => jest.advanceTimersByTimeAsync(250));
        expect(currentPath()).toBe('/home');
      }
      expect(tiles()).toHaveLength(30);
      await act(() => jest.advanceTimersByTimeAsync(50));
      expect(currentPath()).toBe('/home?search=tig');
      type('tiger');
      fireEvent.blur(searchBox());
      expect(currentPath()).toBe('/home?search=tiger');
    } finally {
      jest.useRealTimers();
    }
  });

  test('catalogue: a search without accents or with an apostrophe of a phone finds names', async () => {
    const listed = ["Écho de l'Oasis", 'Echo Island', 'Clé du Verger'];
    serve(GAMES, gamesNamed(listed));
    await open();
    const found = (search: string) => {
      fireEvent.change(searchBox(), { target: { value: search } });
      return names();
    };
    expect(found('echo')).toEqual(listed.slice(0, 2));
    expect(found('ÉCHO DE L’O')).toEqual(listed.slice(0, 1));
    expect(found('cle')).toEqual(listed.slice(2));
  });

  test('catalogue: a text says that nothing matches, and Clear Search shows the list again', async () => {
    await open();
    await userEvent.type(searchBox(), 'zebra');
    expect(screen.getByText('No games found matching "zebra"')).toBeVisible();
    await press('Clear Search');
    expect(tiles()).toHaveLength(12);
    expect(searchBox()).toHaveValue('');
    await waitFor(() => expect(currentPath()).toBe('/home'));
    expect(screen.getByRole('heading', { name: 'Casino Games' })).toHaveFocus();
  });

  test('catalogue: Show More shows all 20 providers, and Show Less shows 5 again', async () => {
    await open();
    const group = within(screen.getByRole('group', { name: 'Providers' }));
    expect(group.getAllByRole('button')).toHaveLength(6);
    await press('Show More');
    expect(group.getAllByRole('button')).toHaveLength(21);
    await press('Show Less');
    expect(group.getAllByRole('button')).toHaveLength(6);
  });

  test('catalogue: the known providers show if they cannot be fetched', async () => {
    serve('GET /casino/providers', () => refused(500));
    await open();
    expect(await screen.findByRole('button', { name: 'Habanero' })).toBeVisible();
  });

  test('catalogue: a chosen provider shows only its games, and each list is fetched once', async () => {
    await open();
    await press('House 1');
    await screen.findByText('Lotus 1');
    expect(tiles()).toHaveLength(3);
    await press('Pragmatic Play');
    expect(tiles()).toHaveLength(12);
    expect(calls.map(({ search }) => search)).toEqual(['?providerCode=PRAGMATIC', '?providerCode=CODE1']);
  });

  test.each([
    ['is empty', 'House 2', 0],
    ['cannot be fetched', 'House 3', 1],
  ])('catalogue: if the list %s, it says that the provider has no games', async (_, name, failures) => {
    await open();
    await press(name);
    const empty = await screen.findByText(NO_GAMES);
    expect(screen.queryAllByRole('button', { name: 'Réessayer' })).toHaveLength(failures);
    const alerts = screen.queryAllByRole('alert');
    expect(alerts.map((alert) => alert.compareDocumentPosition(empty))).toEqual(
      Array.from({ length: failures }, () => Node.DOCUMENT_POSITION_FOLLOWING),
    );
  });

  test('catalogue: a late list of the provider before is never shown', async () => {
    const first = createHold();
    serve(GAMES, async (request) => {
      if (providerOf(request) !== 'PRAGMATIC') return { games: games(2, 'Lotus') };
      await first.released;
      return { games: games(2, 'Tiger') };
    });
    renderRoutes(routes, '/home');
    await press('House 1');
    await screen.findByText('Lotus 1');
    first.release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(names()).toEqual(['Lotus 1', 'Lotus 2']);
    await press('Pragmatic Play');
    expect(await screen.findByText('Tiger 1')).toBeVisible();
    expect(screen.queryByText('Lotus 1')).toBeNull();
  });

  test.each([
    ['is down', () => refused(503)],
    ['sends an invalid list', () => HttpResponse.json({ games: [{ id: null }] })],
  ])(
    'catalogue: if the provider %s, a French text shows and the list is fetched every 5 s',
    async (_, answer) => {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
      try {
        serve(GAMES, answer);
        renderRoutes(routes, '/home');
        expect(await screen.findByText(NO_GAMES)).toBeVisible();
        expect(screen.getByText(/ne répondent pas pour le moment/)).toBeVisible();
        await act(() => jest.advanceTimersByTimeAsync(5_100));
        expect(screen.getByText(/ne répondent pas pour le moment/)).toBeVisible();
        serve(GAMES, { games: games(3, 'Tiger') });
        await act(() => jest.advanceTimersByTimeAsync(5_100));
        expect(await screen.findByText('Tiger 3')).toBeVisible();
        expect(screen.queryByText(/ne répondent pas/)).toBeNull();
      } finally {
        jest.useRealTimers();
      }
    },
  );

  test('catalogue: the code opens a game whose name has a lone surrogate or only dots', async () => {
    serve(GAMES, gamesNamed(['Tiger \ud83d', '..', '.', 'Tiger 🐯', '...']));
    await open();
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses.filter((address) => address?.startsWith('/game/'))).toEqual(
      ['Tiger \ufffd', '\ufffd', '\ufffd', 'Tiger 🐯', '...'].map(
        (name, id) => `/game/PRAGMATIC/${encodeURIComponent(name)}/code-${id}`,
      ),
    );
  });

  test('catalogue: a banner is fetched within 100px, and a placeholder stands for a failed one', async () => {
    await open();
    const tile = tiles()[0]!;
    expect(tile.querySelector('img')).not.toHaveAttribute('src');
    expect(Viewport.bring(tile.querySelector('[data-state]')!)).toBe('100px');
    const image = tile.querySelector('img')!;
    expect(image).toHaveAttribute('src', 'https://banners.test/1.svg');
    fireEvent.error(image);
    expect(within(tile).getByTestId('banner-placeholder')).toBeInTheDocument();
    expect(tile.querySelector('img')).toBeNull();
  });

  test('catalogue: a client sees three jackpots above the games, with two decimals', async () => {
    await open();
    expect(await screen.findByText('12,50')).toBeInTheDocument();
    expect(screen.getByTestId('jackpot-silver')).toHaveTextContent(/1\s234,00/);
    expect(screen.getByTestId('jackpot-gold')).toHaveTextContent('0,00');
  });

  test('catalogue: its English texts are marked as English, and games and jackpots as French', async () => {
    await open();
    const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang');
    const english = [
      screen.getByRole('heading', { name: 'Casino Games' }),
      screen.getByRole('button', { name: 'Show More' }),
      searchBox(),
    ];
    const french = [screen.getByRole('link', { name: 'Tiger 1' }), screen.getByText('Argent')];
    expect(english.map(languageOf)).toEqual(['en', 'en', 'en']);
    expect(french.map(languageOf)).toEqual(['fr', 'fr']);
  });

  test('catalogue: no tile launches a game and no jackpot shows for an agent', async () => {
    signInForTest({ roleName: 'ROLE_ADMIN' });
    await open();
    expect(tiles()).toHaveLength(12);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByTestId('jackpot-counters')).toBeNull();
  });
});
