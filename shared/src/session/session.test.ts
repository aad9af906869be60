import { currentUser } from './index';
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
  sessionStorage.clear();
  localStorage.clear();
});

it('session: a user signs in, the session stores both tokens and the user, and isLogged and the user are persisted', () => {
  startSession(LOGIN);
  const user = JSON.stringify(USER);
  expect(readStorages()).toEqual({
    session: { token: 'a1', refreshToken: 'r1', user },
    local: { isLogged: 'true', user },
  });
});

it('session: the user signs out, isLogged is false and the rest is removed', () => {
  startSession(LOGIN);
  clearSession();
  expect(readStorages()).toEqual({ session: {}, local: { isLogged: 'false' } });
});

it('session: the tokens are renewed, the user stays', () => {
  startSession(LOGIN);
  setTokens({ accessToken: 'a2', refreshToken: 'r2' });
  expect(readStorages().session).toEqual({ token: 'a2', refreshToken: 'r2', user: JSON.stringify(USER) });
});

it('session: the balance changes, the user has it, in both storages too', () => {
  setUser(USER);
  setBalance(7.5);
  const user = JSON.stringify({ ...USER, balance: 7.5 });
  expect(currentUser()?.balance).toBe(7.5);
  expect(readStorages()).toEqual({ session: { user }, local: { isLogged: 'true', user } });
});

it('session: the balance changes without a user, nothing is stored', () => {
  setBalance(7.5);
  expect(currentUser()).toBeNull();
  expect(readStorages()).toEqual({ session: {}, local: {} });
});
