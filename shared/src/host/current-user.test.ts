import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { currentUser } from '@palier/shared/session';
import { clearSession, setBalance, setTokens, startSession } from '@palier/shared/session/writer';
import { signInForTest, runWire } from '@palier/shared/testing';
import { fetchCurrentUser } from './current-user';

/**
 * The calls to the server in order of arrival; each is answered when the test passes a balance to the
 * function.
 */
let calls: ((balance: number | null) => void)[] = [];
let user = signInForTest();
const server = setupServer(
  wire.get('*/api/v1/user/me', async () => {
    const balance = await new Promise<number | null>((resolve) => calls.push(resolve));
    return balance === null
      ? HttpResponse.json({ errors: ['Indisponible.'] }, { status: 500 })
      : HttpResponse.json({ ...user, balance });
  }),
);

runWire(server);
beforeEach(() => {
  calls = [];
  user = signInForTest({ balance: 1 });
});
afterEach(() => clearSession());

/** Starts a read and waits until the server has received the call; the returned function answers the call. */
async function read() {
  const place = calls.length;
  const done = fetchCurrentUser({ quiet: true });
  while (calls.length === place) await new Promise((resolve) => setTimeout(resolve, 1));
  return async (balance: number | null) => {
    calls[place]?.(balance);
    await done;
  };
}

it('current user: the balance follows when the user is read', async () => {
  const answer = await read();
  await answer(2);
  expect(currentUser()?.balance).toBe(2);
});

it('current user: an answer older than a balance that arrived meanwhile is dropped', async () => {
  const answer = await read();
  setBalance(3);
  await answer(2);
  expect(currentUser()?.balance).toBe(3);
});

it('current user: the later of two overlapping reads counts, in either order of the answers', async () => {
  const first = await read();
  const second = await read();
  await first(2);
  await second(3);
  expect(currentUser()?.balance).toBe(3);
  const third = await read();
  const fourth = await read();
  await fourth(5);
  await third(4);
  expect(currentUser()?.balance).toBe(5);
});

it('current user: a balance between two overlapping answers drops the read before it', async () => {
  const first = await read();
  const second = await read();
  await first(2);
  setBalance(9);
  await second(3);
  expect(currentUser()?.balance).toBe(9);
});

it('current user: the earlier of two reads counts if the later one fails', async () => {
  const first = await read();
  const second = await read();
  await expect(second(null)).rejects.toThrow();
  await first(2);
  expect(currentUser()?.balance).toBe(2);
});

it('current user: the answer is dropped if another user has signed in meanwhile', async () => {
  const answer = await read();
  clearSession();
  const next = { ...user, id: 8, username: 'other', balance: 7 };
  startSession({ accessToken: 'a', refreshToken: 'r', user: next });
  await answer(2);
  expect(currentUser()).toEqual(next);
});

it('current user: the answer is dropped if an unknown user has signed out meanwhile', async () => {
  clearSession();
  setTokens({ accessToken: 'a', refreshToken: 'r' });
  const answer = await read();
  clearSession();
  await answer(2);
  expect(currentUser()).toBeNull();
});

it('current user: the answer is dropped if the user has signed out meanwhile', async () => {
  const answer = await read();
  clearSession();
  await answer(2);
  expect(currentUser()).toBeNull();
});
