import { renderRoutes, runWire, signInForTest } from '@palier/shared/testing';
import { clearSession } from '@palier/shared/session/writer';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { routes } from '../../routes';

const games = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    game_name: `${title} ${index + 1}`,
    game_code: `${title}-${index + 1}`,
    banner: `https://banners.test/${index + 1}.svg`,
  }));

const providers = Array.from({ length: 20 }, (_, index) => ({
  code: index === 0 ? 'PRAGMATIC' : `CODE${index}`,
  name: index === 0 ? 'Pragmatic Play' : `House ${index}`,
}));

const asked: string[] = [];
const server = setupServer(
  http.get('*/api/v1/casino/providers', () => HttpResponse.json({ providers })),
  http.get('*/api/v1/casino/games', ({ request }) => {
    const code = new URL(request.url).searchParams.get('providerCode') ?? '';
    asked.push(code);
    if (code === 'PRAGMATIC') return HttpResponse.json({ games: games(30, 'Tiger') });
    if (code === 'CODE1') return HttpResponse.json({ games: games(3, 'Lotus') });
    if (code === 'CODE2') return HttpResponse.json({ games: [] });
    return HttpResponse.json({ errors: ['Indisponible.'], code: 'unavailable' }, { status: 500 });
  }),
  http.get('*/api/v1/jackpot/counters', () =>
    HttpResponse.json({ bronzeCounter: 12.5, silverCounter: 1234, goldCounter: 0 }),
  ),
  http.get('*/ws-jackpot/*', () => new HttpResponse(null, { status: 503 })),
);

/** Stands in for the browser's observer: the test says what comes into view. */
class Viewport implements IntersectionObserver {
  static watching = new Map<Element, Viewport>();
  readonly root = null;
  readonly rootMargin: string;
  readonly scrollMargin = '';
  readonly thresholds = [];
  private readonly targets = new Set<Element>();
  constructor(
    private readonly callback: IntersectionObserverCallback,
    options: IntersectionObserverInit = {},
  ) {
    this.rootMargin = options.rootMargin ?? '';
  }
  observe(target: Element) {
    this.targets.add(target);
    Viewport.watching.set(target, this);
  }
  unobserve() {}
  disconnect() {
    for (const target of this.targets)
      if (Viewport.watching.get(target) === this) Viewport.watching.delete(target);
  }
  takeRecords() {
    return [];
  }
  static bring(target: Element) {
    const observer = Viewport.watching.get(target);
    act(() =>
      observer?.callback(
        [{ isIntersecting: true, target } as unknown as IntersectionObserverEntry],
        observer,
      ),
    );
    return observer?.rootMargin;
  }
}

runWire(server);
beforeEach(() => {
  asked.length = 0;
  Viewport.watching.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  globalThis.IntersectionObserver = Viewport;
});
afterEach(clearSession);

const tiles = () => screen.queryAllByTestId('game-tile');
const open = async (path = '/home') => {
  renderRoutes(routes, path);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading games...' })).toBeNull());
};
const reachBottom = () => Viewport.bring(screen.getByTestId('catalogue-sentinel'));

describe('catalogue', () => {
  beforeEach(() => signInForTest({ id: 4, username: 'client', roleName: 'ROLE_CLIENT' }));

  test('When it opens, then the default provider shows its first 12 games, and 12 more each time the bottom is reached', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
    expect(asked).toEqual(['PRAGMATIC']);
    expect(tiles()).toHaveLength(12);
    reachBottom();
    expect(tiles()).toHaveLength(24);
    expect(screen.queryByText("You've reached the end of the list")).toBeNull();
    reachBottom();
    expect(tiles()).toHaveLength(30);
    expect(screen.getByText("You've reached the end of the list")).toBeVisible();
    expect(screen.getByText('30 games loaded')).toBeVisible();
    expect(screen.queryByTestId('catalogue-sentinel')).toBeNull();
    expect(asked).toEqual(['PRAGMATIC']);
  });

  test('When a search is typed, then the whole list is filtered whatever the case and nothing unrolls', async () => {
    await open();
    await userEvent.type(screen.getByPlaceholderText('Search games...'), 'tIGER 3');
    expect(screen.getByText('Found 2 game(s)')).toBeVisible();
    expect(tiles().map((tile) => tile.textContent)).toEqual(['Tiger 3', 'Tiger 30']);
    expect(screen.queryByTestId('catalogue-sentinel')).toBeNull();
    expect(screen.queryByText("You've reached the end of the list")).toBeNull();
    expect(screen.getByLabelText('location')).toHaveTextContent('/home?search=tIGER+3');
  });

  test('When a search is typed without accents, or with the apostrophe of a phone, then it finds what they stand in', async () => {
    const names = ["Écho de l'Oasis", 'Echo Island', 'Clé du Verger'];
    server.use(
      http.get('*/api/v1/casino/games', () =>
        HttpResponse.json({
          games: names.map((game_name, id) => ({ id, game_name, game_code: `code-${id}`, banner: '' })),
        }),
      ),
    );
    await open();
    const found = (search: string) => {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: search } });
      return tiles().map((tile) => tile.textContent);
    };
    expect(found('echo')).toEqual(names.slice(0, 2));
    expect(found('ÉCHO DE L’O')).toEqual(names.slice(0, 1));
    expect(found('cle')).toEqual(names.slice(2));
  });

  test('When nothing matches, then it says so and Clear Search brings the list back', async () => {
    await open();
    await userEvent.type(screen.getByPlaceholderText('Search games...'), 'zebra');
    expect(screen.getByText('No games found matching "zebra"')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear Search' }));
    expect(tiles()).toHaveLength(12);
    expect(screen.getByPlaceholderText('Search games...')).toHaveValue('');
    expect(screen.getByLabelText('location')).toHaveTextContent(/^\/home$/);
    // The button that had the focus is gone.
    expect(screen.getByRole('heading', { name: 'Casino Games' })).toHaveFocus();
  });

  test('When Show More is pressed, then all 20 providers stand there, and Show Less takes it back to 5', async () => {
    await open();
    const group = within(screen.getByRole('group', { name: 'Providers' }));
    expect(group.getAllByRole('button')).toHaveLength(6);
    await userEvent.click(group.getByRole('button', { name: 'Show More' }));
    expect(group.getAllByRole('button')).toHaveLength(21);
    await userEvent.click(group.getByRole('button', { name: 'Show Less' }));
    expect(group.getAllByRole('button')).toHaveLength(6);
  });

  test('When providers cannot be fetched, then the known ones stand in for them', async () => {
    server.use(http.get('*/api/v1/casino/providers', () => new HttpResponse(null, { status: 500 })));
    await open();
    expect(await screen.findByRole('button', { name: 'Habanero' })).toBeVisible();
  });

  test('When another provider is chosen, then only its games are shown, and a list is fetched once', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'House 1' }));
    await screen.findByText('Lotus 1');
    expect(tiles()).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Pragmatic Play' }));
    expect(tiles()).toHaveLength(12);
    expect(asked).toEqual(['PRAGMATIC', 'CODE1']);
  });

  test.each([
    ['is empty', 'House 2'],
    ['cannot be fetched', 'House 3'],
  ])('When the list %s, then there are no games for this provider', async (_, name) => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('No games available for this provider')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When the provider is changed while a list is on its way, then the late list is never shown', async () => {
    let answerFirst = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    server.use(
      http.get('*/api/v1/casino/games', async ({ request }) => {
        const code = new URL(request.url).searchParams.get('providerCode');
        if (code === 'PRAGMATIC') await held;
        return HttpResponse.json({ games: games(2, code === 'PRAGMATIC' ? 'Tiger' : 'Lotus') });
      }),
    );
    renderRoutes(routes, '/home');
    await userEvent.click(await screen.findByRole('button', { name: 'House 1' }));
    await screen.findByText('Lotus 1');
    answerFirst();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tiles().map((tile) => tile.textContent)).toEqual(['Lotus 1', 'Lotus 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Pragmatic Play' }));
    expect((await screen.findByText('Tiger 1')).closest('li')).toBeVisible();
    expect(screen.queryByText('Lotus 1')).toBeNull();
  });

  test.each([
    ['is down', () => new HttpResponse(null, { status: 503 })],
    ['answers rubbish', () => HttpResponse.json({ games: [{ id: null }] })],
    [
      'answers a web page',
      () => new HttpResponse('<h1>502</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['cuts the line', () => HttpResponse.error()],
  ])(
    'When the provider %s, then it is said in French beside the empty list, and the list comes by itself',
    async (_, answer) => {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
      try {
        let isDown = true;
        server.use(
          http.get('*/api/v1/casino/games', () =>
            isDown ? answer() : HttpResponse.json({ games: games(3, 'Tiger') }),
          ),
        );
        renderRoutes(routes, '/home');
        expect(await screen.findByText('No games available for this provider')).toBeVisible();
        expect(screen.getByText(/ne répondent pas pour le moment/)).toBeVisible();
        await act(() => jest.advanceTimersByTimeAsync(5_100));
        expect(screen.getByText(/ne répondent pas pour le moment/)).toBeVisible();
        isDown = false;
        await act(() => jest.advanceTimersByTimeAsync(5_100));
        expect(await screen.findByText('Tiger 3')).toBeVisible();
        expect(screen.queryByText(/ne répondent pas/)).toBeNull();
      } finally {
        jest.useRealTimers();
      }
    },
  );

  test('When the address names a provider and a search, then both are restored', async () => {
    renderRoutes(routes, '/home?provider=CODE1&search=lotus%202');
    expect(await screen.findByText('Lotus 2')).toBeVisible();
    expect(tiles()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'House 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('searchbox')).toHaveValue('lotus 2');
  });

  test('When a game bears half of a character, or dots alone, for a name, then it is a tile like the others and opens by its code', async () => {
    const names = ['Tiger \ud83d', '..', '.', 'Tiger 🐯', '...'];
    server.use(
      http.get('*/api/v1/casino/games', () =>
        HttpResponse.json({
          games: names.map((game_name, id) => ({ id, game_name, game_code: `code-${id}`, banner: '' })),
        }),
      ),
    );
    await open();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['Tiger \ufffd', '\ufffd', '\ufffd', 'Tiger 🐯', '...'].map(
        (name, id) => `/game/PRAGMATIC/${encodeURIComponent(name)}/code-${id}`,
      ),
    );
  });

  test('When a banner is far, then it is not fetched; when near, it is; when it fails, a placeholder takes its place', async () => {
    await open();
    const tile = tiles()[0];
    const box = tile?.querySelector('[data-state]');
    if (tile === undefined || box === null || box === undefined) throw new Error('no tile');
    expect(tile.querySelector('img')).not.toHaveAttribute('src');
    expect(Viewport.bring(box)).toBe('100px');
    const image = tile.querySelector('img');
    expect(image).toHaveAttribute('src', 'https://banners.test/1.svg');
    if (image !== null) fireEvent.error(image);
    expect(within(tile).getByTestId('banner-placeholder')).toBeInTheDocument();
    expect(tile.querySelector('img')).toBeNull();
  });

  test('When a client presses a tile, then the game opens, and Back returns to the list as it was left', async () => {
    server.use(http.post('*/api/v1/casino/launch', () => new HttpResponse(null, { status: 500 })));
    await open();
    reachBottom();
    await userEvent.click(screen.getByRole('link', { name: 'Tiger 20' }));
    expect(screen.getByLabelText('location')).toHaveTextContent('/game/PRAGMATIC/Tiger%2020/Tiger-20');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('location')).toHaveTextContent('/home');
    expect(tiles()).toHaveLength(24);
  });

  test('When a client is signed in, then three jackpots stand above the games, with two decimals', async () => {
    await open();
    expect(await screen.findByText('12,50')).toBeInTheDocument();
    expect(screen.getByTestId('jackpot-silver')).toHaveTextContent(/1\s234,00/);
    expect(screen.getByTestId('jackpot-gold')).toHaveTextContent('0,00');
  });

  test('When the catalogue is read aloud, then its English words are said to be English, its games and jackpots French', async () => {
    await open();
    const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang');
    const english = [
      screen.getByRole('heading', { name: 'Casino Games' }),
      screen.getByRole('button', { name: 'Show More' }),
      screen.getByRole('searchbox'),
    ];
    const french = [screen.getByRole('link', { name: 'Tiger 1' }), screen.getByText('Argent')];
    expect(english.map(languageOf)).toEqual(['en', 'en', 'en']);
    expect(french.map(languageOf)).toEqual(['fr', 'fr']);
  });

  test('When the counters cannot be fetched, then they are zeros', async () => {
    server.use(http.get('*/api/v1/jackpot/counters', () => new HttpResponse(null, { status: 500 })));
    await open();
    expect(await screen.findAllByText('0,00')).toHaveLength(3);
  });
});

test.each(['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_CAPO'] as const)(
  'When %s looks at the catalogue, then no tile launches and no jackpot is shown',
  async (roleName) => {
    signInForTest({ roleName });
    await open();
    expect(tiles()).toHaveLength(12);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByTestId('jackpot-counters')).toBeNull();
  },
);
