import { accessToken, currentUser, refreshToken } from './index';
import { readStored, writeStored } from './storage';
import { clearSession, setBalance, setTokens, setUser, startSession } from './writer';

const USER = {
  id: 4,
  username: 'client',
  balance: 5,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
} as const;
const LOGIN = { accessToken: 'a1', refreshToken: 'r1', user: USER };

/** The contents of both storages, without the time at which the tokens arrived. */
function readStorages() {
  const { tokensReceivedAt: _, ...session } = { ...sessionStorage } as Record<string, string>;
  return { session, local: { ...localStorage } as Record<string, string> };
}

afterEach(() => {
  clearSession();
  jest.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

it('session: a sign-in stores both tokens, and persists isLogged and the user', () => {
  startSession(LOGIN);
  const user = JSON.stringify(USER);
  expect(readStorages()).toEqual({
    session: { token: 'a1', refreshToken: 'r1', user },
    local: { isLogged: 'true', user },
  });
});

it('session: a sign-out sets isLogged to false and removes the rest', () => {
  startSession(LOGIN);
  clearSession();
  expect(readStorages()).toEqual({ session: {}, local: { isLogged: 'false' } });
});

it('session: a sign-out removes what screens have stored for the session, and nothing else', () => {
  startSession(LOGIN);
  writeStored('sessionStorage', 'palier.of-session.notices', 'Ajout de 40,00 DT à joueur7');
  writeStored('sessionStorage', 'palier.of-the-tab', 'kept');
  clearSession();
  expect(readStorages().session).toEqual({ 'palier.of-the-tab': 'kept' });
});

it('session: a sign-out removes values of the session that the browser refused to store', () => {
  const storage = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(throwRefused);
  writeStored('sessionStorage', 'palier.of-session.notices', 'Ajout de 40,00 DT à joueur7');
  clearSession();
  storage.mockRestore();
  expect(readStored('sessionStorage', 'palier.of-session.notices')).toBeNull();
});

it('session: the user stays when the tokens are renewed', () => {
  startSession(LOGIN);
  setTokens({ accessToken: 'a2', refreshToken: 'r2' });
  expect(readStorages().session).toEqual({ token: 'a2', refreshToken: 'r2', user: JSON.stringify(USER) });
});

it('session: a change of the balance reaches the user and both storages', () => {
  setUser(USER);
  setBalance(7.5);
  const user = JSON.stringify({ ...USER, balance: 7.5 });
  expect(currentUser()?.balance).toBe(7.5);
  expect(readStorages()).toEqual({ session: { user }, local: { isLogged: 'true', user } });
});

it('session: a change of the balance without a user stores nothing', () => {
  setBalance(7.5);
  expect(currentUser()).toBeNull();
  expect(readStorages()).toEqual({ session: {}, local: {} });
});

const throwRefused = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const throwFull = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

const checkSignInAndOut = (): void => {
  startSession(LOGIN);
  expect([accessToken(), refreshToken()]).toEqual(['a1', 'r1']);
  setTokens({ accessToken: 'a2', refreshToken: 'r2' });
  expect([accessToken(), refreshToken()]).toEqual(['a2', 'r2']);
  clearSession();
  expect([accessToken(), refreshToken(), currentUser()]).toEqual([null, null, null]);
};

it('storage: the session lives in memory if the browser refuses its storage', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(throwRefused);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(throwRefused);
  checkSignInAndOut();
});

it('storage: the session lives in memory if the storage is full, and no older token is left', () => {
  setTokens({ accessToken: 'a0', refreshToken: 'r0' });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  checkSignInAndOut();
  expect(sessionStorage).toHaveLength(0);
});

it('storage: the modules load without a user if the storage is refused from the start', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(throwRefused);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(throwRefused);
  jest.isolateModules(() => {
    const session = jest.requireActual<{ currentUser: () => unknown }>('./index');
    expect(session.currentUser()).toBeNull();
  });
});

it('storage: a value in memory is dropped when its storage accepts one again', () => {
  const refusal = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  writeStored('localStorage', 'key', 'old');
  expect(readStored('sessionStorage', 'key')).toBeNull();
  refusal.mockRestore();
  writeStored('localStorage', 'key', 'new');
  localStorage.setItem('key', 'newer');
  expect(readStored('localStorage', 'key')).toBe('newer');
});

it('storage: a reloaded page finds no older value after one that did not fit', () => {
  writeStored('sessionStorage', 'token', 'old');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwFull);
  writeStored('sessionStorage', 'token', 'new');
  expect(readStored('sessionStorage', 'token')).toBe('new');
  expect(sessionStorage.getItem('token')).toBeNull();
});
