import { accessToken, currentUser, refreshToken } from './index';
import { clearSession, setTokens, startSession } from './writer';
import { readStored, writeStored } from './storage';

const LOGIN = {
  accessToken: 'a1',
  refreshToken: 'r1',
  user: { id: 4, username: 'client', balance: 5, active: true, roleName: 'ROLE_CLIENT', parentId: 3 },
} as const;

const throwRefused = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const throwFull = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

afterEach(() => {
  clearSession();
  jest.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

const checkSignInAndOut = (): void => {
  startSession(LOGIN);
  expect([accessToken(), refreshToken()]).toEqual(['a1', 'r1']);
  setTokens({ accessToken: 'a2', refreshToken: 'r2' });
  expect([accessToken(), refreshToken()]).toEqual(['a2', 'r2']);
  clearSession();
  expect([accessToken(), refreshToken(), currentUser()]).toEqual([null, null, null]);
};

it('storage: the browser refuses access to its storage, the session lives in memory', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(throwRefused);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(throwRefused);
  checkSignInAndOut();
});

it('storage: the storage is full, the session lives in memory, and no older token is left', () => {
  setTokens({ accessToken: 'a0', refreshToken: 'r0' });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  checkSignInAndOut();
  expect(sessionStorage).toHaveLength(0);
});

it('storage: the storage is refused from the start, the modules load and the user is null', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(throwRefused);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(throwRefused);
  jest.isolateModules(() => {
    const session = jest.requireActual<{ currentUser: () => unknown }>('./index');
    expect(session.currentUser()).toBeNull();
  });
});

it('storage: the storage accepts a value again, the one in memory is dropped; the two storages are separate', () => {
  const refusal = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  writeStored('localStorage', 'key', 'old');
  expect(readStored('sessionStorage', 'key')).toBeNull();
  refusal.mockRestore();
  writeStored('localStorage', 'key', 'new');
  localStorage.setItem('key', 'newer');
  expect(readStored('localStorage', 'key')).toBe('newer');
});

it('storage: a value does not fit, a reloaded page finds no older one', () => {
  writeStored('sessionStorage', 'token', 'old');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  writeStored('sessionStorage', 'token', 'new');
  expect(readStored('sessionStorage', 'token')).toBe('new');
  expect(sessionStorage.getItem('token')).toBeNull();
});
