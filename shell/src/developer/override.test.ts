import { OVERRIDE_PARAMETER, readOverrides, writeOverrides } from '../remotes/override-storage';
import type { Registry } from '../remotes/registry';
import { createTestLoader, registryOf } from '../remotes/testing';
import { startWire } from '../testing/each-test';
import { hangFetch, HttpResponse, server, wire } from '../testing/wire';
import { appliedOverrides$, applyOverrides } from './override';

const ORIGIN = 'http://localhost:3103';
const SCREEN = { path: '/report', title: 'Rapport' };
const NEXT_SCREENS = [SCREEN, { path: '/tax', title: 'Impôts' }, { path: '/login', title: 'Login' }];
const LIVE: Registry = { ...registryOf({}, [ORIGIN]), described: { casino: {}, reports: {} } };

/** Opens a page in this tab at the time `at` and returns the remote loader of the page. */
function openPage(at: number) {
  jest.setSystemTime(at);
  return createTestLoader({
    federation: { register: () => undefined, load: () => Promise.resolve({ routes: [] }) },
    readRegistry: () => applyOverrides(LIVE),
  });
}

startWire();
beforeEach(() => {
  server.use(wire.get(`${ORIGIN}/screens.json`, () => HttpResponse.json(NEXT_SCREENS)));
  jest.useFakeTimers();
  localStorage.clear();
  for (const method of ['warn', 'error'] as const) jest.spyOn(console, method).mockImplementation();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('override: a new screen of a developer has a route for 8 hours, also after a crash', async () => {
  window.history.replaceState(null, '', `/report?${OVERRIDE_PARAMETER}=reports@${ORIGIN}/`);
  const broken = openPage(0);
  await broken.load('reports');
  expect(broken.stateOf('reports').status).toBe('ready');
  expect(broken.screens()?.map(({ path }) => path)).toEqual(['/report', '/tax']);
  expect(console.error).toHaveBeenCalledWith('remotes: reports: /login belongs to the shell');
  expect(readOverrides()).toEqual({ reports: { address: `${ORIGIN}/`, until: 8 * 3_600_000 } });
  broken.fallBack('reports', 'render', new Error('a typing error'));
  await jest.advanceTimersByTimeAsync(0);
  expect(broken.stateOf('reports').status).toBe('failed');

  const next = openPage(60_000);
  await next.load('reports');
  expect(next.stateOf('reports').status).toBe('ready');
});

it.each([`unknown@${ORIGIN}/`, 'reports@ftp://localhost:3103/', 'reports@http://me@localhost:3103/'])(
  'override: a request for %s is refused without its text and removed from the address',
  async (text) => {
    window.history.replaceState(null, '', `/report?${OVERRIDE_PARAMETER}=${encodeURIComponent(text)}`);
    expect((await applyOverrides(LIVE)).remotes).toEqual({});
    expect(appliedOverrides$.value).toMatchObject({ refused: [''], replaced: {} });
    expect(window.location.search).toBe('');
  },
);

it('override: the active screens stay if the build does not answer with its own within 3 s', async () => {
  hangFetch();
  writeOverrides({ reports: { address: `${ORIGIN}/`, until: Date.now() + 60_000 } });
  const { reports } = registryOf({
    reports: {
      active: '1',
      previous: null,
      canary: null,
      versions: {
        1: {
          entry: '/r.js',
          preload: [],
          styles: [],
          integrity: {},
          screens: [SCREEN],
        },
      },
    },
  }).remotes;
  const applied = applyOverrides({ ...LIVE, remotes: { reports: reports! } });
  await jest.advanceTimersByTimeAsync(3_000);
  const { active, versions } = (await applied).remotes.reports!;
  expect(versions[active]).toMatchObject({ entry: `${ORIGIN}/remoteEntry.js`, screens: [SCREEN] });
});

it('override: one whose origin is no longer allowed is forgotten', async () => {
  writeOverrides({ reports: { address: `${ORIGIN}/`, until: Date.now() + 60_000 } });
  expect((await applyOverrides({ ...LIVE, overrideOrigins: [] })).remotes).toEqual({});
  expect(readOverrides()).toEqual({});
});
