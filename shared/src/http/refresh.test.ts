import { waitFor } from '@testing-library/react';
import axios from 'axios';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bus } from '../bus';
import { accessToken, refreshToken } from '../session';
import { clearSession, setTokens, syncTokensAcrossTabs } from '../session/writer';
import { createHold, runWire } from '../testing';
import { freshAccessToken, http, noContent, isDefiniteRefusal } from './index';

const LIFE_S = 15 * 60;
const MINUTE_MS = 60_000;

/** How far the server's clock is ahead of the clock of this device, in ms. */
let serverIsAheadMs = 0;
let renewals: string[] = [];

/** A pair of tokens as the server issues pairs now, by the server's clock. */
function issue(name: string) {
  const iat = Math.floor((Date.now() + serverIsAheadMs) / 1000);
  // The field "more" puts + and / into the encoded claims; base64url writes them as - and _.
  const claims = btoa(JSON.stringify({ iat, exp: iat + LIFE_S, more: '>>>???' }));
  expect(claims).toMatch(/\+.*\/|\/.*\+/);
  const encoded = claims.replaceAll('+', '-').replaceAll('/', '_');
  return { accessToken: `${name}.${encoded}.x`, refreshToken: `renewal-of-${name}` };
}

const server = setupServer(
  wire.post('*/api/v1/auth/refresh-token', async ({ request }) => {
    const { refreshToken: spent } = (await request.json()) as { refreshToken: string };
    renewals.push(spent);
    return HttpResponse.json(issue(`after-${spent}`));
  }),
);

/** Moves `Date.now` forward by `ms`. */
const advanceClock = (ms: number): void => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + ms);
};

runWire(server);
beforeEach(() => {
  renewals = [];
  serverIsAheadMs = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  clearSession();
});

describe.each([
  ['right', 0],
  ['15 minutes behind the server', 15 * MINUTE_MS],
  ['20 minutes ahead of the server', -20 * MINUTE_MS],
])('device whose clock is %s', (_, aheadMs) => {
  beforeEach(() => {
    serverIsAheadMs = aheadMs;
    setTokens(issue('first'));
  });

  it('token renewal: no call renews a new token', async () => {
    await freshAccessToken();
    advanceClock(13 * MINUTE_MS);
    await freshAccessToken();
    expect(renewals).toEqual([]);
  });

  it('token renewal: a token that is about to expire is renewed once', async () => {
    advanceClock(14.5 * MINUTE_MS);
    await Promise.all([freshAccessToken(), freshAccessToken()]);
    await freshAccessToken();
    expect(renewals).toEqual(['renewal-of-first']);
    expect(refreshToken()).toBe('renewal-of-after-renewal-of-first');
  });
});

it('token renewal: a token whose arrival is not stored is renewed by the clock of the device', async () => {
  setTokens(issue('first'));
  sessionStorage.removeItem('tokensReceivedAt');
  await freshAccessToken();
  expect(renewals).toEqual([]);
  advanceClock(14.5 * MINUTE_MS);
  await freshAccessToken();
  expect(renewals).toEqual(['renewal-of-first']);
});

it('token renewal: nothing is asked if no refresh token is stored', async () => {
  setTokens(issue('first'));
  sessionStorage.removeItem('refreshToken');
  advanceClock(14.5 * MINUTE_MS);
  expect(await freshAccessToken()).toMatch(/^first/);
  expect(renewals).toEqual([]);
});

it('token renewal: the token is renewed after the device clock was set back by a day', async () => {
  setTokens(issue('first'));
  advanceClock(-24 * 60 * MINUTE_MS);
  await freshAccessToken();
  await freshAccessToken();
  expect(renewals).toEqual(['renewal-of-first']);
});

it('token renewal: a token is renewed in time if the clock is set back by less than its age', async () => {
  setTokens(issue('first'));
  const sinceStart = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => sinceStart + 14.5 * MINUTE_MS);
  advanceClock(9.5 * MINUTE_MS);
  await freshAccessToken();
  expect(renewals).toEqual(['renewal-of-first']);
});

describe('duplicated tab', () => {
  const PAIR = { accessToken: 'a2', refreshToken: 'r2' };
  let other: BroadcastChannel;
  let stop: () => void;
  beforeEach(() => {
    other = new BroadcastChannel('palier.renewals');
    stop = syncTokensAcrossTabs();
    setTokens({ accessToken: 'a1', refreshToken: 'r1' });
  });
  afterEach(() => {
    stop();
    other.close();
  });
  const LONG_MS = 10_000;
  const takes = ({ accessToken: token, refreshToken: renewal }: typeof PAIR) =>
    waitFor(() => expect([accessToken(), refreshToken()]).toEqual([token, renewal]), { timeout: LONG_MS });

  it('token renewal: this tab takes the new pair of another tab that has renewed both', async () => {
    other.postMessage({ usedToken: 'r1', tokens: PAIR });
    await takes(PAIR);
  });

  it.each([
    ['of another session', { usedToken: 'r9', tokens: { accessToken: 'a9', refreshToken: 'r9' } }],
    ['without its tokens', { usedToken: 'r1' }],
    ['with tokens of another shape', { usedToken: 'r1', tokens: { accessToken: 2, refreshToken: null } }],
    ['that is no object', 'r1'],
    ['that is null', null],
  ])('token renewal: the tokens stay if a message comes %s', async (_, message) => {
    const kept = jest.spyOn(Storage.prototype, 'setItem');
    other.postMessage(message);
    // Messages arrive in order: once this message is handled, the message before has been handled too.
    other.postMessage({ usedToken: 'r1', tokens: PAIR });
    await takes(PAIR);
    expect(kept.mock.calls.filter(([key]) => key === 'token')).toEqual([['token', PAIR.accessToken]]);
  });

  it('token renewal: nothing signs a tab in again that has signed out', async () => {
    clearSession();
    other.postMessage({ usedToken: 'r1', tokens: PAIR });
    other.postMessage({ usedToken: null, tokens: PAIR });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(accessToken()).toBeNull();
    // The pair below is taken only if none of the messages before was.
    setTokens({ accessToken: 'a3', refreshToken: 'r3' });
    const last = { accessToken: 'a4', refreshToken: 'r4' };
    other.postMessage({ usedToken: 'r3', tokens: last });
    await takes(last);
  });

  it('token renewal: this tab sends the used token and the new pair to the other tab', async () => {
    const heard: unknown[] = [];
    other.addEventListener('message', ({ data }) => heard.push(data));
    setTokens(issue('first'));
    advanceClock(14.5 * MINUTE_MS);
    await freshAccessToken();
    const tokens = { accessToken: accessToken(), refreshToken: refreshToken() };
    await waitFor(() => expect(heard).toEqual([{ usedToken: 'renewal-of-first', tokens }]), {
      timeout: LONG_MS,
    });
  });
});

describe('failed renewal', () => {
  const ended = jest.fn();
  let stop: () => void;
  beforeEach(() => {
    ended.mockReset();
    stop = bus.on('session/ended', ended);
    setTokens(issue('first'));
  });
  afterEach(() => stop());

  /**
   * Answers the first renewals with `answers`, later ones with a new pair. Returns the spent refresh tokens
   * and the bearers of calls.
   */
  function answerRenewals(...answers: (() => Response)[]) {
    const spent: string[] = [];
    const bearers: (string | null)[] = [];
    server.use(
      wire.post('*/api/v1/auth/refresh-token', async ({ request }) => {
        spent.push(((await request.json()) as { refreshToken: string }).refreshToken);
        return answers.shift()?.() ?? HttpResponse.json(issue('second'));
      }),
      // Like a server whose database is down: an expired token is refused without the database.
      wire.get('*/api/v1/anything', ({ request }) => {
        bearers.push(request.headers.get('Authorization'));
        return HttpResponse.json({}, { status: 401 });
      }),
    );
    return { spent, bearers };
  }
  const lost = () => HttpResponse.error();
  const failed = (status: number) => () => HttpResponse.json({ errors: [], code: '' }, { status });
  const call = () => http.get('/anything', noContent).catch((error: unknown) => error);

  it.each([
    ['is lost', lost],
    ['is a 503', failed(503)],
    ['is a page of somebody else on the way', () => HttpResponse.text('<p>Wi-Fi</p>')],
  ])('token renewal: it is repeated at once with the same token if its first answer %s', async (_, first) => {
    const { spent } = answerRenewals(first);
    advanceClock(14.5 * MINUTE_MS);
    expect(await freshAccessToken()).toMatch(/^second/);
    expect(spent).toEqual(['renewal-of-first', 'renewal-of-first']);
  });

  it.each([
    ['nobody answers', lost],
    ['the database is down', failed(503)],
    ['the network has renewed too often', failed(429)],
  ])('token renewal: if %s for a token that has run out, only the call fails', async (_, each) => {
    const { bearers } = answerRenewals(each, each);
    advanceClock(16 * MINUTE_MS);
    const error = await call();
    expect(error).toBeInstanceOf(Error);
    expect(isDefiniteRefusal(error)).toBe(false);
    expect(bearers).toEqual([]);
    expect(ended).not.toHaveBeenCalled();
    expect(refreshToken()).toBe('renewal-of-first');
  });

  it('token renewal: a renewal that hangs times out after 10 s', async () => {
    answerRenewals();
    const sent = jest.spyOn(axios, 'post');
    advanceClock(14.5 * MINUTE_MS);
    await freshAccessToken();
    expect(sent.mock.calls.map(([, , config]) => config?.timeout)).toEqual([10_000]);
  });

  it('token renewal: a call without a renewal is sent while its token is still valid', async () => {
    const { bearers } = answerRenewals(lost, lost);
    const before = accessToken();
    advanceClock(14.5 * MINUTE_MS);
    await call();
    expect(bearers).toEqual([`Bearer ${before}`]);
  });

  it('token renewal: a refused renewal is not repeated, and the same call ends the session', async () => {
    const { spent, bearers } = answerRenewals(failed(401));
    advanceClock(16 * MINUTE_MS);
    await call();
    expect([spent, bearers].map(({ length }) => length)).toEqual([1, 1]);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(accessToken()).toBeNull();
  });

  it('token renewal: freshAccessToken returns the old token if a renewal has no answer', async () => {
    answerRenewals(lost, lost);
    advanceClock(16 * MINUTE_MS);
    expect(await freshAccessToken()).toBe(accessToken());
  });

  it('token renewal: the used token is not sent again if another tab has renewed', async () => {
    const others = issue('others');
    const { spent, bearers } = answerRenewals(() => {
      setTokens(others);
      return HttpResponse.error();
    });
    advanceClock(14.5 * MINUTE_MS);
    await call();
    expect(spent).toEqual(['renewal-of-first']);
    expect(bearers).toEqual([`Bearer ${others.accessToken}`]);
  });
});

describe('late answer of a renewal', () => {
  let release: () => void;
  let renewal: Promise<unknown>;
  beforeEach(async () => {
    const answer = createHold();
    const hasCome = jest.fn();
    server.use(
      wire.post('*/api/v1/auth/refresh-token', async () => {
        hasCome();
        await answer.released;
        return HttpResponse.json(issue('renewed'));
      }),
    );
    release = answer.release;
    setTokens(issue('old'));
    advanceClock(14.5 * MINUTE_MS);
    renewal = freshAccessToken();
    await waitFor(() => expect(hasCome).toHaveBeenCalled());
    clearSession();
  });

  it('token renewal: no token is stored if the user has signed out before the answer', async () => {
    release();
    await renewal;
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
  });

  it('token renewal: the tokens of another user who signed in before the answer stay', async () => {
    const others = issue('other');
    setTokens(others);
    release();
    await renewal;
    expect([accessToken(), refreshToken()]).toEqual([others.accessToken, others.refreshToken]);
  });
});

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

it.each([
  ['has no channel between tabs', () => Reflect.deleteProperty(globalThis, 'BroadcastChannel')],
  [
    'refuses the channel between tabs',
    () => jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse),
  ],
])('token renewal: the tokens are renewed if the browser %s', async (_, takeAway) => {
  const { BroadcastChannel: channel } = globalThis;
  takeAway();
  try {
    syncTokensAcrossTabs()();
    setTokens(issue('first'));
    advanceClock(14.5 * MINUTE_MS);
    expect(await freshAccessToken()).toMatch(/^after-renewal-of-first/);
  } finally {
    globalThis.BroadcastChannel = channel;
  }
});
