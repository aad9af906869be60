import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@palier/shared/router';
import type { Federation } from './federation';
import { createRemoteLoader } from './remote-loader';
import { RemoteScreen, RemotesProvider } from './remote-screen';
import type { Registry } from './registry';

const screens = (text: string) => ({ routes: [{ path: '/home', element: <h1>{text}</h1> }] });
const files = (entry: string) => ({ entry, preload: [], styles: [] });
const ONE: Registry = { casino: { active: '2', previous: null, versions: { 2: files('/v2.js') } } };
const TWO: Registry = {
  casino: { active: '2', previous: '1', versions: { 1: files('/v1.js'), 2: files('/v2.js') } },
};

/** A runtime that answers each load by the entry registered last; tells what it was asked. */
function setUp(registry: Registry, answer: (entry: string) => Promise<unknown>) {
  const asked: { entry: string; isAgain: boolean }[] = [];
  const federation: Federation = {
    register: (_name, entry, { isAgain }) => void asked.push({ entry, isAgain }),
    load: () => answer(asked.at(-1)?.entry ?? ''),
  };
  const loader = createRemoteLoader({
    federation,
    readRegistry: () => Promise.resolve(registry),
    linkFiles: () => undefined,
  });
  const show = () =>
    render(
      <MemoryRouter initialEntries={['/home']}>
        <RemotesProvider loader={loader}>
          <RemoteScreen remote="casino" path="/home" />
        </RemotesProvider>
      </MemoryRouter>,
    );
  return { asked, loader, show };
}

const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.useRealTimers());

it('When the container answers, then its screen shows and it is asked once', async () => {
  const { asked, loader, show } = setUp(ONE, () => Promise.resolve(screens('Casino')));
  show();
  await advance(0);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
  await loader.load('casino');
  expect(asked).toEqual([{ entry: '/v2.js', isAgain: false }]);
});

it('When two tries fail, then the third shows the screen, each asked afresh', async () => {
  let tries = 0;
  const { asked, show } = setUp(ONE, () => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error('down')) : Promise.resolve(screens('Casino'));
  });
  show();
  await advance(1_000);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
  expect(asked.map(({ isAgain }) => isAgain)).toEqual([false, true, true]);
  expect(new Set(asked.map(({ entry }) => entry)).size).toBe(3);
});

it('When all tries fail, then the French fallback stands in that region, and Réessayer recovers', async () => {
  let isDown = true;
  const { asked, show } = setUp(ONE, () =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve(screens('Casino')),
  );
  show();
  await advance(1_000);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
  expect(asked).toHaveLength(3);
  isDown = false;
  act(() => screen.getByRole('button', { name: 'Réessayer' }).click());
  await advance(0);
  expect(screen.getByRole('heading', { name: 'Casino' })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ isAgain: true });
  expect(asked.at(-1)?.entry).toMatch(/^\/v2\.js\?/);
});

it('When the host hangs, then a try ends after 5 s and the fallback stands after 8 s', async () => {
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

it('When the active version fails, then the previous one shows', async () => {
  const { loader, show } = setUp(TWO, (entry) =>
    entry.startsWith('/v1') ? Promise.resolve(screens('Avant')) : Promise.reject(new Error('broken')),
  );
  show();
  await advance(1_000);
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeVisible();
  expect(loader.stateOf('casino')).toMatchObject({ status: 'ready', version: '1' });
  expect(console.warn).toHaveBeenCalledWith('remotes: casino falls back to version 1');
});

it('When the active version crashes on mount, then the previous one takes its place', async () => {
  function Broken(): never {
    throw new Error('crash');
  }
  const { show } = setUp(TWO, (entry) =>
    Promise.resolve(
      entry.startsWith('/v1') ? screens('Avant') : { routes: [{ path: '/home', element: <Broken /> }] },
    ),
  );
  show();
  await advance(100);
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeVisible();
});

it('When what is exposed is no list of routes, then the remote counts as failed', async () => {
  const { loader, show } = setUp(ONE, () => Promise.resolve({ routes: 'x' }));
  show();
  await advance(1_000);
  expect(loader.stateOf('casino').status).toBe('failed');
});

it('When the registry does not name the remote, then the fallback stands', async () => {
  const { show } = setUp({}, () => Promise.resolve(screens('x')));
  show();
  await advance(0);
  expect(screen.getByText('Ce module est indisponible pour le moment.')).toBeVisible();
});
