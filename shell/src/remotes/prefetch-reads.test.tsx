import type { Screen } from '@palier/shared/contracts/screens';
import { createQueryClient } from '@palier/shared/query';
import type { RemoteRoute } from '@palier/shared/routes';
import { signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { prefetchReads } from './prefetch-reads';

startWire();

const SCREEN: Screen = { path: '/report', remote: 'reports', title: 'Rapport', roles: ['ROLE_ADMIN'] };
const cache = createQueryClient();
const prefetch = jest.fn<void, unknown[]>();
const prefetchOther = jest.fn<void, unknown[]>();

function run(route: Partial<RemoteRoute> = {}): void {
  const routes = [
    { path: '/history', element: null, prefetch: prefetchOther },
    { path: '/report', element: null, prefetch, ...route },
  ];
  prefetchReads({ stateOf: () => ({ status: 'ready', version: '1', routes }) }, SCREEN, cache);
}

beforeEach(() => prefetch.mockReset());

it('prefetched reads: a screen gets the cache and the query of the address', () => {
  window.history.replaceState(null, '', '/report?page=2');
  signInForTest({ roleName: 'ROLE_ADMIN' });
  run();
  expect(prefetch.mock.calls).toEqual([[cache, '?page=2']]);
  expect(prefetchOther).not.toHaveBeenCalled();
});

it.each([{ roleName: 'ROLE_CLIENT' }, { roleName: 'ROLE_ADMIN', mustChangePassword: true }] as const)(
  'prefetched reads: none start for a user who may not open the screen (%j)',
  (user) => {
    signInForTest(user);
    run();
    expect(prefetch).not.toHaveBeenCalled();
  },
);

it('prefetched reads: the page goes on if the remote throws', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ roleName: 'ROLE_ADMIN' });
  prefetch.mockImplementation(() => {
    throw new Error('x');
  });
  expect(run).not.toThrow();
  expect(warn).toHaveBeenCalledTimes(1);
});
