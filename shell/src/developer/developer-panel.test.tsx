import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bus, createBus } from '@palier/shared/bus';
import { OVERRIDE_PARAMETER, readOverrides, writeOverrides } from '../remotes/override-storage';
import { RemotesContextProvider } from '../remotes/remotes-context';
import type { RegisteredRemote } from '../remotes/registry';
import { createTestLoader, registryOf } from '../remotes/testing';
import { startWire } from '../testing/each-test';
import { HttpResponse, server, wire } from '../testing/wire';
import { busLog$, watchBus } from './bus-log';
import { DeveloperPanel } from './developer-panel';
import { loadLog$, watchLoads } from './load-log';
import { applyOverrides } from './override';

const ORIGIN = 'http://localhost:3103';
const REPLACED = `reports@${ORIGIN}/`;
const remoteOf = (name: string, rest: Partial<RegisteredRemote> = {}): RegisteredRemote => {
  const version = (number: string) => ({
    entry: `/remotes/${name}/${number}/remoteEntry.js`,
    preload: [],
    styles: [],
    integrity: {},
  });
  const versions = { '0.9.0': version('0.9.0'), '1.0.0': version('1.0.0'), '2.0.0': version('2.0.0') };
  return { active: '1.0.0', previous: '0.9.0', canary: null, versions, ...rest };
};
const REGISTRY = registryOf(
  { casino: remoteOf('casino', { canary: { version: '2.0.0' } }), reports: remoteOf('reports') },
  [ORIGIN],
);

/** Opens a page whose address asks for `overrides`, with its panel; `load` loads a remote. */
async function openPage({ overrides = [] as readonly string[], environment = 'production' } = {}) {
  Object.assign(process.env, { NODE_ENV: environment });
  const query = overrides.map((text) => `${OVERRIDE_PARAMETER}=${encodeURIComponent(text)}`).join('&');
  window.history.replaceState(null, '', `/report?${query}`);
  const registry = await applyOverrides(REGISTRY);
  const loader = createTestLoader({
    federation: { register: () => undefined, load: () => Promise.resolve({ routes: [] }) },
    readRegistry: () => Promise.resolve(registry),
    canaryFor: (_name, { canary }) => Promise.resolve(canary?.version ?? null),
  });
  watchLoads(loader, registry);
  render(
    <RemotesContextProvider value={loader}>
      <DeveloperPanel />
    </RemotesContextProvider>,
  );
  return { load: (name: string) => act(() => loader.load(name)) };
}

const panel = () => screen.queryByRole('complementary', { name: 'Outils de développement' });
const toggle = () =>
  within(panel() as HTMLElement)
    .getAllByRole('button')
    .at(0) as HTMLElement;
const rowOf = (text: string) => screen.getByText(text, { selector: 'strong' }).closest('li') as HTMLElement;
const file = (path: string, startTime: number, responseEnd: number) => ({
  name: new URL(path, window.location.href).href,
  startTime,
  responseEnd,
});
const { emit, on } = bus;

startWire();
beforeEach(() => {
  loadLog$.next({});
  busLog$.next([]);
  for (const method of ['warn', 'error'] as const) jest.spyOn(console, method).mockImplementation();
  Object.assign(performance, { getEntriesByType: () => [] });
  server.use(wire.get(`${ORIGIN}/screens.json`, () => HttpResponse.json([])));
});
afterEach(() => {
  Object.assign(process.env, { NODE_ENV: 'test' });
  Object.assign(bus, { emit, on });
  jest.restoreAllMocks();
});

it('developer panel: nothing shows in production without an override', async () => {
  await openPage();
  expect(panel()).toBeNull();
});

it('developer panel: a small button opens and closes it by keyboard in development', async () => {
  await openPage({ environment: 'development' });
  expect(within(panel() as HTMLElement).getAllByRole('button')).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'Modules' })).toBeVisible();
  expect(rowOf('shell')).toHaveTextContent('développement');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('heading')).toBeNull();
  expect(toggle()).toHaveFocus();
});

it('developer panel: each loaded remote shows version, origin and phases of its load', async () => {
  const times = jest.spyOn(performance, 'now').mockReturnValue(100);
  const { load } = await openPage({ overrides: [REPLACED] });
  jest
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([
      file('/remotes/casino/2.0.0/remoteEntry.js', 130, 170),
      file('/remotes/casino/2.0.0/routes.js', 150, 250),
      file('/remotes/casino/1.0.0/routes.js', 130, 990),
    ] as unknown as PerformanceEntry[]);
  const loading = load('casino');
  times.mockReturnValue(300);
  await loading;
  await load('reports');
  expect(rowOf('casino')).toHaveTextContent('casino 2.0.0canarichargé');
  expect(rowOf('casino')).toHaveTextContent(
    'choix 30 ms, entrée 40 ms, fichiers (2) 80 ms, exécution 50 ms : 200 ms',
  );
  expect(rowOf('reports')).toHaveTextContent('remplacementchargé');
  expect(rowOf('reports')).toHaveTextContent(`${ORIGIN}/, jusqu'à`);
});

it('developer panel: it shows the payloads of events, and which were refused or not heard', async () => {
  const watched = createBus();
  watchBus(watched);
  await openPage({ environment: 'development' });
  await userEvent.click(toggle());
  const stop = watched.on('balance/changed', () =>
    watched.emit('notice/raised', { tone: 'loud' as 'info', text: 'x' }),
  );
  act(() => watched.emit('balance/changed', { balance: 12 }));
  stop();
  act(() => watched.emit('balance/changed', { balance: 13 }));
  const events = screen.getAllByRole('listitem').filter((row) => row.querySelector('time') !== null);
  const texts = events.map(({ textContent }) => textContent?.slice('00:00:00 '.length));
  expect(texts).toEqual([
    'balance/changedsans destinataire{"balance":13}',
    'balance/changedreçu{"balance":12}',
    'notice/raisedrefusé{"tone":"loud","text":"x"}',
  ]);
});

it('developer panel: it keeps the newest 100 events', () => {
  const watched = createBus();
  watchBus(watched);
  for (let balance = 1; balance <= 101; balance += 1) watched.emit('balance/changed', { balance });
  expect(busLog$.value).toHaveLength(100);
  expect(busLog$.value.at(0)?.payload).toBe('{"balance":101}');
});

it('developer panel: an allowed origin replaces a remote for an hour; a reset keeps the others', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(0);
  writeOverrides({ casino: { address: `${ORIGIN}/`, until: 1 } });
  await openPage({ environment: 'development' });
  await userEvent.click(toggle());
  await userEvent.selectOptions(screen.getByLabelText('Module'), 'reports');
  await userEvent.selectOptions(screen.getByLabelText('Durée'), '1');
  await userEvent.type(screen.getByLabelText('Adresse'), 'https://games.test/');
  await userEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Remplacement refusé : https://games.test');
  expect(Object.keys(readOverrides())).toEqual(['casino']);
  await userEvent.clear(screen.getByLabelText('Adresse'));
  await userEvent.type(screen.getByLabelText('Adresse'), `${ORIGIN}/`);
  await userEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  expect(Object.keys(readOverrides())).toEqual(['casino', 'reports']);
  await userEvent.click(screen.getByRole('button', { name: 'Rétablir casino' }));
  expect(readOverrides()).toEqual({ reports: { address: `${ORIGIN}/`, until: 3_600_000 } });
});

it('developer panel: an expired override is forgotten, and a reset removes the last one', async () => {
  writeOverrides({ casino: { address: `${ORIGIN}/`, until: Date.now() - 1 } });
  await openPage({ overrides: [REPLACED] });
  expect(toggle()).toHaveTextContent('1 module remplacé');
  expect(Object.keys(readOverrides())).toEqual(['reports']);
  await userEvent.click(screen.getByRole('button', { name: 'Rétablir reports' }));
  expect(readOverrides()).toEqual({});
});

it('developer panel: it opens at a link with refused overrides and shows at most their origin', async () => {
  await openPage({
    overrides: [
      'Votre compte est bloqué. Appelez le 71 000 000.',
      'casino@Votre compte est bloqué',
      'stranger@https://games.test/',
      'casino@https://Votre%20compte@games.test/',
      'casino@https://games.test/Votre-compte-est-bloqué',
    ],
  });
  expect(toggle()).toHaveTextContent('Remplacement refusé');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Remplacement refusé.',
    'Remplacement refusé\u00a0: https://games.test',
  ]);
});
