import { lazy, use, useEffect, useState } from 'react';
import { act, render, screen } from '@testing-library/react';
import { Link } from '@palier/shared/router';
import { createHold, MemoryRouter, noContent } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { serve } from '../testing/wire';
import { createCrashMemory } from './crash-memory';
import type { Federation } from './federation';
import { RemoteScreen, RemotesProvider } from './remote-screen';
import type { Registry } from './registry';
import type { RemoteLoaderOptions } from './remote-loader';
import { createFailureReporter } from './report-failure';
import { createTestLoader, registryOf } from './testing';

const screens = (text: string) => ({ routes: [{ path: '/home', element: <h1>{text}</h1> }] });
const files = (entry: string) => ({ entry, preload: [], styles: [], integrity: {} });
const CASINO_SCREEN = { path: '/home', title: 'Casino', remote: 'casino' };
const casinoOf = (active: string, previous: string | null, canary: string | null = null): Registry =>
  registryOf({
    casino: {
      active,
      previous,
      canary: canary === null ? null : { version: canary, percent: 50 },
      versions: { 1: files('/v1.js'), 2: files('/v2.js'), 3: files('/v3.js') },
    },
  });
const ONE = casinoOf('2', null);
const TWO = casinoOf('2', '1');

/**
 * A loader on a federation runtime that answers each load with `answer(last registered entry)`; `asked`
 * records the registrations.
 */
function setUp(
  registry: Registry,
  answer: (entry: string) => Promise<unknown>,
  options: Partial<RemoteLoaderOptions> = {},
) {
  const asked: { entry: string; isAgain: boolean }[] = [];
  const federation: Federation = {
    register: (_name, entry, { isAgain }) => void asked.push({ entry, isAgain }),
    load: () => answer(asked.at(-1)?.entry ?? ''),
  };
  const loader = createTestLoader({ federation, readRegistry: () => Promise.resolve(registry), ...options });
  const show = () =>
    render(
      <MemoryRouter initialEntries={['/home']}>
        <RemotesProvider loader={loader} hasDeveloperTools={false}>
          <RemoteScreen screen={CASINO_SCREEN} />
        </RemotesProvider>
      </MemoryRouter>,
    );
  return { asked, loader, show };
}

const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** The starts of versions that have not mounted yet. */
const startsOf = (): object =>
  (JSON.parse(localStorage.getItem('palier.remotes.crashes') ?? '{}') as { starts: object }).starts;

startWire();
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('remote loader: the third try shows the screen after two failures, each from a new address', async () => {
  let tries = 0;
  const discardFailedLoad = jest.fn(() => Promise.resolve());
  const { asked, show } = setUp(
    ONE,
    () => {
      tries += 1;
      return tries < 3 ? Promise.reject(new Error('down')) : Promise.resolve(screens('Casino'));
    },
    { discardFailedLoad },
  );
  show();
  await advance(1_000);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
  expect(asked.map(({ isAgain }) => isAgain)).toEqual([false, true, true]);
  expect(new Set(asked.map(({ entry }) => entry)).size).toBe(3);
  expect(discardFailedLoad).toHaveBeenCalledTimes(2);
});

it('remote loader: the French fallback shows after all tries fail, and Réessayer recovers', async () => {
  let isDown = true;
  const report = jest.fn();
  const { asked, show } = setUp(
    ONE,
    () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(screens('Casino'))),
    { report },
  );
  show();
  await advance(200);
  expect(asked).toHaveLength(1);
  await advance(800);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(asked).toHaveLength(3);
  expect(report.mock.calls).toEqual([
    [expect.objectContaining({ stage: 'load', reason: new Error('down') })],
  ]);
  isDown = false;
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  await advance(0);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ isAgain: true });
  expect(asked.at(-1)?.entry).toMatch(/^\/v2\.js\?/);
});

it('remote loader: the previous version shows if the active one has another contract', async () => {
  const remote = TWO.remotes.casino!;
  const versions = { ...remote.versions, 2: { ...files('/v2.js'), contract: '^2.0.0' } };
  const report = jest.fn();
  const registry = { ...TWO, remotes: { casino: { ...remote, versions } } };
  const { asked, show } = setUp(registry, () => Promise.resolve(screens('Avant')), { report });
  show();
  await advance(100);
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeVisible();
  expect(asked.map(({ entry }) => entry)).toEqual(['/v1.js']);
  expect(console.warn).toHaveBeenCalledWith('remotes: casino runs version 1');
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ version: '2', stage: 'load' }));
});

it('remote loader: only Réessayer reloads the page if the active version needs a newer shell', async () => {
  const remote = ONE.remotes.casino!;
  const versions = { 2: { ...files('/v2.js'), contract: '^2.0.0' } };
  const reload = jest.fn();
  setUp({ ...ONE, remotes: { casino: { ...remote, versions } } }, () => Promise.resolve(screens('x')), {
    reload,
  }).show();
  await advance(100);
  expect(reload).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(100);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('remote loader: a try ends after 5 s and the fallback shows after 8 s if the host hangs', async () => {
  const { asked, show } = setUp(ONE, () => new Promise(() => undefined));
  show();
  await advance(4_900);
  expect(asked).toHaveLength(1);
  await advance(400);
  expect(asked).toHaveLength(2);
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  await advance(2_800);
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

it('remote loader: the fallback shows 2 s earlier if the page took 9 s to start', async () => {
  await advance(9_000);
  setUp(ONE, () => new Promise(() => undefined)).show();
  await advance(5_400);
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  await advance(200);
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

it('remote loader: the previous version replaces a screen that suspends for 8 s', async () => {
  const never = new Promise<never>(() => undefined);
  const Suspended = () => use(never);
  const { loader, show } = setUp(TWO, (entry) =>
    Promise.resolve(
      entry.startsWith('/v1') ? screens('Avant') : { routes: [{ path: '/home', element: <Suspended /> }] },
    ),
  );
  show();
  await advance(100);
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  await advance(8_000);
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeVisible();
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '1' });
});

/** Updates itself all the time. */
function MovingCounter() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((value) => value + 1), 50);
    return () => clearInterval(timer);
  }, []);
  return <h1>Casino {count > 0 && 'en direct'}</h1>;
}

it('remote loader: a screen that moves for half a minute stays, and leaves no timer', async () => {
  const routes = [{ path: '/home', element: <MovingCounter /> }];
  const { unmount } = setUp(ONE, () => Promise.resolve({ routes })).show();
  for (let beat = 0; beat < 20; beat += 1) await advance(1_500);
  expect(screen.getByRole('heading', { name: 'Casino en direct' })).toBeVisible();
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

const chunkError = Object.assign(new Error('Loading chunk 16 failed.'), { name: 'ChunkLoadError' });
/** Routes whose screen is in a chunk of its own, which cannot be loaded while `isDown()`. */
const withLateScreen = (isDown: () => boolean) => {
  const Late = lazy(() =>
    isDown() ? Promise.reject(chunkError) : Promise.resolve({ default: () => <h1>Clôture</h1> }),
  );
  return Promise.resolve({ routes: [{ path: '/home', element: <Late /> }] });
};

it('remote loader: a failed chunk shows a message and blocks no version', async () => {
  let isDown = true;
  const report = jest.fn();
  const { asked, loader, show } = setUp(TWO, () => withLateScreen(() => isDown), { report });
  show();
  await advance(100);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(report.mock.calls).toEqual([
    [{ remote: 'casino', version: '2', stage: 'load', reason: chunkError }],
  ]);
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '2' });
  isDown = false;
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(100);
  expect(screen.getByRole('heading', { name: 'Clôture' })).toBeVisible();
  await advance(2_000);
  act(() => loader.fallBack('casino', 'render', chunkError));
  await advance(0);
  expect(asked.every(({ entry }) => entry.startsWith('/v2'))).toBe(true);
});

it('remote loader: leaving a screen with a failed chunk and returning blocks no version', async () => {
  const { loader, show } = setUp(TWO, () => withLateScreen(() => true));
  for (let visit = 0; visit < 3; visit += 1) {
    const { unmount } = show();
    await advance(100);
    expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
    unmount();
  }
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '2' });
  expect(createCrashMemory().isBlocked('casino 2')).toBe(false);
});

it('remote loader: the previous version shows if a chunk fails after Réessayer too', async () => {
  const { loader, show } = setUp(TWO, (entry) => withLateScreen(() => entry.startsWith('/v2')));
  show();
  await advance(100);
  await advance(3_000); // the version counts as mounted
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(100);
  expect(screen.getByRole('heading', { name: 'Clôture' })).toBeVisible();
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '1' });
});

it.each(['x', [{ path: '/home' }]])(
  'remote loader: a remote whose module exposes %j as its routes counts as failed',
  async (routes) => {
    const { loader, show } = setUp(ONE, () => Promise.resolve({ routes }));
    show();
    await advance(1_000);
    expect(loader.stateOf('casino').status).toBe('failed');
  },
);

it('remote loader: a link to another address of the same screen renders new content', async () => {
  const element = (
    <>
      <input aria-label="Montant" />
      <Link to="/home/8">8</Link>
    </>
  );
  setUp(ONE, () => Promise.resolve({ routes: [{ path: '/home', element }] })).show();
  await advance(100);
  const field = screen.getByLabelText('Montant');
  act(() => screen.getByRole('link').click());
  expect(screen.getByLabelText('Montant')).not.toBe(field);
});

it('remote loader: the fallback shows if the registry does not name the remote', async () => {
  const { show } = setUp(registryOf({}), () => Promise.resolve(screens('x')));
  show();
  await advance(0);
  expect(document.title).toBe('Casino · Palier');
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
});

const Broken = (): never => {
  throw new Error('crash');
};
const broken = { routes: [{ path: '/home', element: <Broken /> }] };

it('remote loader: the fallback shows when all versions crash; Réessayer mounts a mended one', async () => {
  let isBroken = true;
  const { show } = setUp(TWO, () => Promise.resolve(isBroken ? broken : screens('Casino')));
  show();
  await advance(100);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  isBroken = false;
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(0);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
});

it('remote loader: a version that crashed at an earlier visit is blocked for ten minutes', async () => {
  const answer = (entry: string) => Promise.resolve(entry.startsWith('/v2') ? broken : screens('Avant'));
  setUp(TWO, answer).show().unmount();
  await advance(100);
  const first = setUp(TWO, answer);
  const { unmount } = first.show();
  await advance(100);
  unmount();
  const second = setUp(TWO, answer);
  const shown = second.show();
  await advance(100);
  shown.unmount();
  expect(second.asked.map(({ entry }) => entry)).toEqual(['/v1.js']);
  await advance(10 * 60_000);
  const third = setUp(TWO, () => Promise.resolve(screens('Réparé')));
  await third.loader.load('casino');
  expect(third.asked.map(({ entry }) => entry)).toEqual(['/v2.js']);
});

it('remote loader: the fourth start skips a version that failed to mount three times in a row', async () => {
  for (let start = 0; start < 3; start += 1) {
    setUp(TWO, () => new Promise(() => undefined)).show();
    await advance(0);
    jest.setSystemTime(Date.now() + 20_000); // a frozen page: none of its timers runs
  }
  const { asked, loader } = setUp(TWO, () => Promise.resolve(screens('Avant')));
  await loader.load('casino');
  expect(asked.map(({ entry }) => entry)).toEqual(['/v1.js']);
});

it('remote loader: the mount of a version still in use two seconds later is reported', async () => {
  const mounted = jest.fn();
  const canaryFor = () => Promise.resolve('3');
  const load = (entry: string) => Promise.resolve(screens(entry));
  const { loader, show } = setUp(casinoOf('2', null, '3'), load, { mounted, canaryFor });
  show();
  await advance(1_900);
  act(() => loader.fallBack('casino', 'render', new Error('broken')));
  await advance(1_900);
  expect(mounted).not.toHaveBeenCalled();
  await advance(1_000);
  expect(mounted.mock.calls).toEqual([['casino', '2', true]]);
  expect(startsOf()).not.toHaveProperty(['casino 2']);
});

it('remote loader: each version is tried once if the canary is the previous one and all fail', async () => {
  const { asked, loader } = setUp(casinoOf('2', '1', '1'), () => Promise.reject(new Error('down')), {
    canaryFor: () => Promise.resolve('1'),
  });
  void loader.load('casino');
  await advance(2_000);
  expect(loader.stateOf('casino').status).toBe('failed');
  expect(asked.map(({ entry }) => entry.split('?')[0])).toEqual([
    '/v1.js',
    '/v1.js',
    '/v1.js',
    '/v2.js',
    '/v2.js',
    '/v2.js',
  ]);
});

it('remote loader: a version is chosen again when another user of a canary signs in', async () => {
  for (const [canary, before, after] of [
    ['3', '3', '2'],
    [null, '2', '2'],
  ] as const) {
    let inCanary: string | null = canary;
    const { asked, loader } = setUp(casinoOf('2', '1', canary), (entry) => Promise.resolve(screens(entry)), {
      canaryFor: () => Promise.resolve(inCanary),
    });
    const loading = loader.load('casino');
    if (canary === null) loader.forgetUser();
    await loading;
    expect(loader.stateOf('casino')).toMatchObject({ version: before });
    loader.forgetUser();
    inCanary = null;
    await loader.load('casino');
    expect(loader.stateOf('casino')).toMatchObject({ version: after });
    expect(asked).toHaveLength(canary === null ? 1 : 2);
  }
});

it('remote loader: a canary that crashes after the sign-out reports and loads nothing', async () => {
  const report = jest.fn();
  const { asked, loader } = setUp(casinoOf('2', '1', '3'), (entry) => Promise.resolve(screens(entry)), {
    canaryFor: () => Promise.resolve('3'),
    report,
  });
  await loader.load('casino');
  loader.forgetUser();
  loader.fallBack('casino', 'render', new Error('nobody is signed in'));
  await advance(0);
  expect(report).not.toHaveBeenCalled();
  expect(asked).toHaveLength(1);
});

it('remote loader: a version is chosen again if another user signs in while a canary loads', async () => {
  let inCanary: string | null = '3';
  const arrival = createHold();
  const { loader, show } = setUp(
    casinoOf('2', '1', '3'),
    async (entry) => {
      if (entry === '/v3.js') await arrival.released;
      return screens(entry);
    },
    { canaryFor: () => Promise.resolve(inCanary) },
  );
  const loading = loader.load('casino');
  await advance(0);
  loader.forgetUser();
  inCanary = null;
  show();
  arrival.release();
  await loading;
  await advance(0);
  expect(screen.getByRole('heading', { name: '/v2.js' })).toBeVisible();
  expect(loader.stateOf('casino')).toMatchObject({ version: '2' });
});

it('remote loader: the entry of a remote is fetched without its other files', async () => {
  const linkFiles = jest.fn();
  const remote = ONE.remotes.casino!;
  const versions = { 2: { ...files('/v2.js'), preload: ['/routes.js'], styles: ['/routes.css'] } };
  const registry = { ...ONE, remotes: { casino: { ...remote, versions } } };
  setUp(registry, () => Promise.resolve(screens('x')), { linkFiles }).loader.prefetch('casino', 'entry');
  await advance(0);
  expect(linkFiles.mock.calls).toEqual([[files('/v2.js'), 'prefetch']]);
});

it('remote loader: a user of the canary sees it, or the active version if it fails', async () => {
  const canaryFor = () => Promise.resolve('3');
  const linkFiles = jest.fn();
  const options = { canaryFor, linkFiles };
  const good = setUp(casinoOf('2', '1', '3'), () => Promise.resolve(screens('x')), options);
  good.loader.prefetch('casino');
  await advance(0);
  const described = good.loader.screens();
  await good.loader.load('casino');
  expect(good.loader.screens()).toBe(described); // nothing of the page is rendered again
  expect(good.loader.stateOf('casino')).toMatchObject({ version: '3' });
  expect(linkFiles.mock.calls).toEqual([
    [files('/v2.js'), 'prefetch'],
    [files('/v3.js'), 'preload'],
  ]);
  const bad = setUp(
    casinoOf('2', '1', '3'),
    (entry) => (entry.startsWith('/v3') ? Promise.reject(new Error('x')) : Promise.resolve(screens('x'))),
    { canaryFor },
  );
  const loading = bad.loader.load('casino');
  await advance(1_000);
  await loading;
  expect(bad.loader.stateOf('casino')).toMatchObject({ version: '2' });
  expect(startsOf()).not.toHaveProperty(['casino 3']);
});

it('remote loader: two versions that hang are both tried, and the fallback shows after 8 s', async () => {
  const { asked, show } = setUp(TWO, () => new Promise(() => undefined));
  show();
  await advance(7_900);
  expect(asked.some(({ entry }) => entry.startsWith('/v1'))).toBe(true);
  await advance(200);
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

it('remote loader: the fallback shows only in the region of a screen newer than its remote', async () => {
  const report = jest.fn();
  let routes = [{ path: '/other', element: <h1>Autre</h1> }];
  const { loader } = setUp(TWO, () => Promise.resolve({ routes }), { report });
  const at = (path: string) =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <RemotesProvider loader={loader} hasDeveloperTools={false}>
          <RemoteScreen screen={{ ...CASINO_SCREEN, path }} />
        </RemotesProvider>
      </MemoryRouter>,
    );
  const missing = at('/home');
  await advance(100);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(report).toHaveBeenCalledWith(
    expect.objectContaining({ version: '2', stage: 'screen', reason: 'no screen for /home' }),
  );
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '2' });
  expect(createCrashMemory().isBlocked('casino 2')).toBe(false);
  const other = at('/other');
  expect(screen.getByRole('heading', { name: 'Autre' })).toBeVisible();
  other.unmount();

  routes = [{ path: '/home', element: <h1>Nouveau</h1> }];
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(100);
  expect(screen.getByRole('heading', { name: 'Nouveau' })).toBeVisible();
  missing.unmount();
});

it('remote loader: a version that crashes is tried once if the storage is refused', async () => {
  const refused = (): never => {
    throw new DOMException('refused', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refused);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refused);
  const mount = jest.fn();
  const Crashing = (): never => {
    mount();
    // Ends the test when the version is loaded again and again.
    if (mount.mock.calls.length > 50) return (<h1>Encore</h1>) as never;
    throw new Error('crash');
  };
  const { show } = setUp(ONE, () => Promise.resolve({ routes: [{ path: '/home', element: <Crashing /> }] }));
  show();
  await advance(100);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(mount.mock.calls.length).toBeLessThan(10);
});

it.each([
  ['an object of no class', Object.create(null) as unknown],
  [
    'an object that throws when it is read',
    {
      toString() {
        throw new Error('again');
      },
    },
  ],
])('remote loader: the fallback shows in the region of a screen that throws %s', async (_what, thrown) => {
  serve('POST /remotes/failures', noContent);
  function Throwing(): never {
    throw thrown;
  }
  const { loader } = setUp(
    ONE,
    () => Promise.resolve({ routes: [{ path: '/home', element: <Throwing /> }] }),
    { report: createFailureReporter() },
  );
  render(
    <MemoryRouter initialEntries={['/home']}>
      <header>Palier</header>
      <RemotesProvider loader={loader} hasDeveloperTools={false}>
        <RemoteScreen screen={CASINO_SCREEN} />
      </RemotesProvider>
    </MemoryRouter>,
  );
  await advance(100);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(screen.getByText('Palier')).toBeVisible();
});

const menuOf = (text: string) => [{ path: '/home', title: 'x', menu: { text, icon: 'home' } }];
/** A registry with a canary whose menu entry differs. */
function withCanaryMenu(): Registry {
  const { remotes } = casinoOf('2', '1', '3');
  const casino = remotes.casino!;
  const versions = {
    2: { ...files('/v2.js'), screens: menuOf('Accueil') },
    3: { ...files('/v3.js'), screens: menuOf('Casino') },
  };
  return registryOf({ casino: { ...casino, versions } });
}

it('remote loader: the menu entry of a canary shows until its user signs out', async () => {
  const registry = withCanaryMenu();
  const { loader } = setUp(registry, () => Promise.resolve(screens('x')), {
    inlined: registry,
    menusFor: () => Promise.resolve(['casino']),
  });
  const entries = () => loader.screens()?.map(({ menu }) => menu?.text);
  expect(entries()).toEqual(['Accueil']);
  const changed = jest.fn();
  const stop = loader.subscribe(changed);
  await loader.load('agent');
  expect(entries()).toEqual(['Casino']);
  expect(changed).toHaveBeenCalled();
  stop();
  changed.mockClear();
  loader.forgetUser();
  expect(entries()).toEqual(['Accueil']);
  expect(changed).not.toHaveBeenCalled();
});

it('remote loader: the next user has the menu of the active version after a sign-out', async () => {
  const registry = withCanaryMenu();
  const hold = createHold();
  const { loader } = setUp(registry, () => Promise.resolve(screens('x')), {
    inlined: registry,
    menusFor: () => hold.released.then(() => ['casino']),
  });
  await loader.load('agent');
  loader.forgetUser();
  hold.release();
  await advance(0);
  expect(loader.screens()?.map(({ menu }) => menu?.text)).toEqual(['Accueil']);
});
