import type * as WriterModule from '@palier/shared/session/writer';
import type * as InstallModule from './install';
import { lastBalance } from './last-balance';

const USER = {
  id: 4,
  username: 'client',
  balance: 5,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
} as const;

/** Loads the modules as a page that starts now does. */
function startPage(): typeof InstallModule & typeof WriterModule {
  let page: (typeof InstallModule & typeof WriterModule) | undefined;
  jest.isolateModules(() => {
    page = {
      ...jest.requireActual<typeof InstallModule>('./install'),
      ...jest.requireActual<typeof WriterModule>('@palier/shared/session/writer'),
    };
  });
  return page!;
}

it('kept balance: that of a restored tab gets no new time before the server has confirmed it', () => {
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register: () => Promise.resolve() },
    configurable: true,
  });
  sessionStorage.setItem('token', 'a1');
  localStorage.setItem('isLogged', 'true');
  localStorage.setItem('user', JSON.stringify(USER));
  const kept = { userId: 4, balance: 5, atMs: 1_000 };
  localStorage.setItem('palier.last-balance', JSON.stringify(kept));
  const { install, setUser } = startPage();
  install();
  expect(lastBalance()).toEqual(kept);
  setUser(USER);
  expect(lastBalance()).toEqual({ ...kept, atMs: expect.any(Number) as number });
  expect(lastBalance()?.atMs).toBeGreaterThan(kept.atMs);
});
