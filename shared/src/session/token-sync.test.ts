import { signInForTest } from '../testing';
import { accessToken, refreshToken } from './index';
import { tokensAgeMs } from './tokens';
import {
  askForSession,
  clearSession,
  setTokens,
  syncTokensAcrossTabs,
  whenSessionOffered,
  withholdSession,
} from './writer';

const PAIR = { accessToken: 'a1', refreshToken: 'r1' };
const NEXT = { accessToken: 'a2', refreshToken: 'r2' };
const OFFERS_AWAITED_MS = 100;

let other: BroadcastChannel;
let heard: unknown[];
let stop: () => void;

/** Resolves after all messages that were sent before have been delivered. */
const delivered = (): Promise<void> =>
  new Promise((resolve) => {
    const [sender, receiver] = [
      new BroadcastChannel('palier.renewals'),
      new BroadcastChannel('palier.renewals'),
    ];
    receiver.addEventListener('message', ({ data }) => {
      if (data !== 'marker') return;
      sender.close();
      receiver.close();
      resolve();
    });
    sender.postMessage('marker');
  });

beforeEach(() => {
  // Only the wait for offers is a timer: messages between tabs are real.
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance', 'Date', 'setInterval'],
  });
  heard = [];
  other = new BroadcastChannel('palier.renewals');
  other.addEventListener('message', ({ data }) => {
    if (data !== 'marker') heard.push(data);
  });
  stop = syncTokensAcrossTabs();
});
afterEach(() => {
  stop();
  other.close();
  jest.useRealTimers();
  clearSession();
  sessionStorage.clear();
  localStorage.clear();
});

/** Asks in a tab without a session; returns the id under which it asks. */
async function ask(): Promise<string> {
  void askForSession();
  await delivered();
  const [{ wantedBy }] = heard as [{ wantedBy: string }];
  return wantedBy;
}

async function endWait(): Promise<void> {
  await delivered();
  jest.advanceTimersByTime(OFFERS_AWAITED_MS);
  await whenSessionOffered();
}

const offer = (offeredTo: string, userId: number, tokens: unknown = PAIR, ageMs: number | null = 0): void =>
  other.postMessage({ offeredTo, userId, tokens, ageMs });

test('session of other tabs: a tab without one takes the pair, with its age, after 100 ms', async () => {
  const id = await ask();
  offer(id, 7, PAIR, 60_000);
  offer(id, 7, NEXT);
  await delivered();
  expect(accessToken()).toBeNull();
  await endWait();
  expect([accessToken(), refreshToken()]).toEqual(['a1', 'r1']);
  expect(tokensAgeMs()).toBeGreaterThanOrEqual(60_000);
});

test('session of other tabs: a pair whose age is unknown has no arrival', async () => {
  const id = await ask();
  offer(id, 7, PAIR, null);
  await endWait();
  expect(accessToken()).toBe('a1');
  expect(tokensAgeMs()).toBeNull();
});

test('session of other tabs: none is taken from tabs of several users', async () => {
  const id = await ask();
  offer(id, 7);
  offer(id, 8, NEXT);
  await endWait();
  expect(accessToken()).toBeNull();
});

test('session of other tabs: a pair that is renewed before it is taken is not the old one', async () => {
  const id = await ask();
  offer(id, 7, PAIR, 800_000);
  other.postMessage({ usedToken: 'r1', tokens: NEXT });
  await endWait();
  expect(refreshToken()).toBe('r2');
  expect(tokensAgeMs()).toBeLessThan(800_000);
});

test.each([
  ['to another tab', { offeredTo: 'x', userId: 7, tokens: PAIR, ageMs: 0 }],
  ['without a user', { tokens: PAIR, ageMs: 0 }],
  ['of another shape', { userId: 7, tokens: { accessToken: 1 } }],
])('session of other tabs: an offer %s is not taken', async (_, message) => {
  const id = await ask();
  other.postMessage({ offeredTo: id, ...message });
  await endWait();
  expect(accessToken()).toBeNull();
});

test('session of other tabs: a sign-in during the wait stays', async () => {
  const id = await ask();
  offer(id, 7);
  await delivered();
  setTokens(NEXT);
  await endWait();
  expect(refreshToken()).toBe('r2');
});

test('session of other tabs: a tab with a session asks for none and offers its own, with its age', async () => {
  signInForTest({ id: 7 });
  await askForSession();
  other.postMessage({ wantedBy: 'tab' });
  await delivered();
  await delivered();
  expect(heard).toEqual([
    {
      offeredTo: 'tab',
      userId: 7,
      tokens: { accessToken: 'access', refreshToken: 'refresh' },
      ageMs: expect.any(Number) as number,
    },
  ]);
});

test('session of other tabs: a tab offers none from the press of the sign-out on', async () => {
  signInForTest();
  withholdSession();
  other.postMessage({ wantedBy: 'tab' });
  await delivered();
  clearSession();
  other.postMessage({ wantedBy: 'tab' });
  await delivered();
  await delivered();
  expect(heard).toEqual([{ endedToken: 'refresh' }]);
});

test('session of other tabs: a tab offers none that another tab is ending', async () => {
  signInForTest();
  other.postMessage({ endedToken: 'refresh' });
  other.postMessage({ wantedBy: 'tab' });
  await delivered();
  await delivered();
  expect(heard).toEqual([]);
  setTokens(NEXT);
  other.postMessage({ wantedBy: 'tab' });
  await delivered();
  await delivered();
  expect(heard).toHaveLength(1);
});
