import type * as SessionModule from './index';
import { tokensAgeMs } from './tokens';
import type * as WriterModule from './writer';

type Session = typeof SessionModule & typeof WriterModule;

const USER = { id: 4, username: 'client', balance: 5, active: true, roleName: 'ROLE_CLIENT', parentId: 3 };

/** Loads the session modules as a page that starts now does. */
function startPage(): Session {
  let session: Session | undefined;
  jest.isolateModules(() => {
    session = {
      ...jest.requireActual<typeof SessionModule>('./index'),
      ...jest.requireActual<typeof WriterModule>('./writer'),
    };
  });
  return session!;
}

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('session at start: the user is null in a new tab that finds isLogged and a user but no token', () => {
  localStorage.setItem('isLogged', 'true');
  localStorage.setItem('user', JSON.stringify(USER));
  const { accessToken, currentUser } = startPage();
  expect([accessToken(), currentUser()]).toEqual([null, null]);
});

it('session at start: a tab with a stored token has the stored user', () => {
  sessionStorage.setItem('token', 'a1');
  localStorage.setItem('user', JSON.stringify(USER));
  expect(startPage().currentUser()).toEqual(USER);
});

it('session at start: this tab has its own user if another one has signed in in another tab', () => {
  sessionStorage.setItem('token', 'a1');
  sessionStorage.setItem('user', JSON.stringify(USER));
  localStorage.setItem('user', JSON.stringify({ ...USER, id: 5, username: 'other' }));
  expect(startPage().currentUser()).toEqual(USER);
});

it.each(['', '{', 'null', '[]', '"client"', '{"id":4}', JSON.stringify({ ...USER, roleName: 'ROLE_ROOT' })])(
  'session at start: the stored user %j gives no user, and one can be set',
  (stored) => {
    sessionStorage.setItem('token', 'a1');
    localStorage.setItem('user', stored);
    const { currentUser, setUser } = startPage();
    expect(currentUser()).toBeNull();
    setUser({ ...USER, roleName: 'ROLE_CLIENT' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(USER);
  },
);

it.each(['x', '{', '1e999'])(
  'session at start: the stored arrival %j of the tokens gives no age',
  (stored) => {
    sessionStorage.setItem('tokensReceivedAt', stored);
    expect(tokensAgeMs()).toBeNull();
  },
);
