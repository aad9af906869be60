import { waitFor } from '@testing-library/react';
import { isAxiosError } from 'axios';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bus } from '../bus';
import { accessToken, currentUser } from '../session';
import { clearSession, setTokens } from '../session/writer';
import { createHold, signInForTest, runWire } from '../testing';
import { firstError, http, noContent, isDefiniteRefusal } from './index';

const server = setupServer();
const ended = jest.fn();
let stop: () => void;

runWire(server);
beforeEach(() => {
  ended.mockReset();
  stop = bus.on('session/ended', ended);
});
afterEach(() => {
  stop();
  clearSession();
});

const call = (path = '/anything') => http.post(path, {}, noContent).catch((error: unknown) => error);
const refused = (status: number) => HttpResponse.json({ errors: [], code: '' }, { status });

/**
 * Answers the calls of `path` with `status` once the test releases them; `bearers` are the tokens of the
 * calls.
 */
function hold(path: string, status: number) {
  const { released, release } = createHold();
  const bearers: (string | null)[] = [];
  server.use(
    wire.post(`*/api/v1${path}`, async ({ request }) => {
      bearers.push(request.headers.get('Authorization'));
      await released;
      return refused(status);
    }),
  );
  return { bearers, release, hasCome: () => waitFor(() => expect(bearers).toHaveLength(1)) };
}

/** A pair of tokens whose access token lives for `lifeS` from now. */
const pair = (lifeS: number) => {
  const iat = Math.floor(Date.now() / 1000);
  return { accessToken: `a.${btoa(JSON.stringify({ iat, exp: iat + lifeS }))}.x`, refreshToken: 'r' };
};

describe.each([401, 403])('a call is refused with a %d', (status) => {
  it('http: a call of the current session is refused, the session ends', async () => {
    signInForTest();
    hold('/anything', status).release();
    await call();
  });

  it('http: a call without a session is refused, session/ended is emitted too', async () => {
    hold('/anything', status).release();
    await call();
  });

  afterEach(() => {
    expect(accessToken()).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

it.each([
  [400, true],
  [404, true],
  [408, false],
  [422, true],
  [500, false],
  [508, false],
])(
  'http: a call is answered with a %d, its caller gets the error, a definite refusal is %s, and the session stays',
  async (status, isDefinite) => {
    const { id } = signInForTest();
    hold('/anything', status).release();
    const error = await call();
    expect(isAxiosError(error) && error.response?.status).toBe(status);
    expect(isDefiniteRefusal(error)).toBe(isDefinite);
    expect(currentUser()?.id).toBe(id);
    expect(accessToken()).not.toBeNull();
    expect(ended).not.toHaveBeenCalled();
  },
);

it('http: a call is sent, it carries the token and times out after 60 s', async () => {
  signInForTest();
  const { bearers, release } = hold('/anything', 400);
  release();
  const error = await call();
  expect(bearers).toEqual(['Bearer access']);
  expect(isAxiosError(error) && error.config?.timeout).toBe(60_000);
});

it('http: each call is sent with the W3C context of a new trace', async () => {
  const contexts: (string | null)[] = [];
  server.use(
    wire.post('*/api/v1/anything', ({ request }) => {
      contexts.push(request.headers.get('traceparent'));
      return refused(400);
    }),
  );
  await call();
  await call();
  for (const context of contexts) expect(context).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  expect(new Set(contexts).size).toBe(2);
});

it('http: a login is sent while an expiring token is stored and is refused, the call carries no token, waits for no renewal and session/ended is not emitted', async () => {
  signInForTest();
  setTokens(pair(30));
  const renewal = hold('/auth/refresh-token', 503);
  renewal.release();
  const { bearers, release } = hold('/auth/login', 401);
  release();
  await call('/auth/login');
  clearSession();
  await call('/auth/login');
  expect([bearers, renewal.bearers]).toEqual([[null, null], []]);
  expect(ended).not.toHaveBeenCalled();
});

it("http: a call of an ended session is refused late, the next user's session stays", async () => {
  signInForTest({ id: 3 });
  const { hasCome, release } = hold('/anything', 401);
  const late = call();
  await hasCome();
  clearSession();
  signInForTest({ id: 4 });
  setTokens(pair(900));
  release();
  expect(isDefiniteRefusal(await late)).toBe(true);
  expect(currentUser()?.id).toBe(4);
  expect(ended).not.toHaveBeenCalled();
});

it('http: another user signs in while a call waits for a renewal, the call is not sent', async () => {
  signInForTest({ id: 3 });
  setTokens(pair(30));
  const renewal = hold('/auth/refresh-token', 401);
  const { bearers, release } = hold('/anything', 200);
  release();
  const waiting = call();
  await renewal.hasCome();
  clearSession();
  signInForTest({ id: 4 });
  renewal.release();
  expect(isDefiniteRefusal(await waiting)).toBe(false);
  expect(bearers).toEqual([]);
  expect(currentUser()?.id).toBe(4);
});

it('http: the user is read while a call waits for a renewal, the call is sent', async () => {
  setTokens(pair(30));
  const renewal = hold('/auth/refresh-token', 401);
  const { bearers, release } = hold('/anything', 200);
  release();
  const waiting = call();
  await renewal.hasCome();
  signInForTest({ id: 3 });
  renewal.release();
  await waiting;
  expect(bearers).toHaveLength(1);
});

it('http: a sign-out with an expiring token, the call does not wait for a renewal', async () => {
  const { accessToken: token, refreshToken } = pair(30);
  signInForTest();
  setTokens({ accessToken: token, refreshToken });
  const renewal = hold('/auth/refresh-token', 503);
  renewal.release();
  const { bearers, release } = hold('/auth/logout', 200);
  release();
  await call('/auth/logout');
  expect(renewal.bearers).toEqual([]);
  expect(bearers).toEqual([`Bearer ${token}`]);
});

describe('noContent', () => {
  const answeredWith = (body: string) => {
    server.use(wire.post('*/api/v1/anything', () => new HttpResponse(body)));
    return http.post('/anything', {}, noContent);
  };

  it.each(['', '{}', '{"success":true}', 'null', 'ok'])(
    'http: a call without content is answered with %j, it succeeds',
    async (body) => {
      await expect(answeredWith(body)).resolves.toBeUndefined();
    },
  );

  it.each(['<!doctype html><title>Wi-Fi</title>', '\n<html></html>'])(
    'http: a call without content is answered with %j, it fails',
    async (body) => {
      const error: unknown = await answeredWith(body).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(isDefiniteRefusal(error)).toBe(false);
    },
  );
});

/** The text that is shown when a call is refused with `body`. */
async function textShownFor(body: BodyInit): Promise<string> {
  server.use(
    wire.post(
      '*/api/v1/refused',
      () => new HttpResponse(body, { status: 400, headers: { 'content-type': 'application/json' } }),
    ),
  );
  const refusal: unknown = await http.post('/refused', {}, noContent).catch((error: unknown) => error);
  return firstError(refusal, 'fallback');
}

it.each([
  '{"errors":["Solde insuffisant."]}',
  '{"errors":["Solde insuffisant.","x"],"code":"conflict"}',
  '{"errors":["Solde insuffisant.",{"field":"amount"}],"code":409,"requestId":null}',
])('refusals: the refusal is %s, its first sentence is shown', async (body) => {
  expect(await textShownFor(body)).toBe('Solde insuffisant.');
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{}',
  '{"errors":[]}',
  '{"errors":"x"}',
  '{"errors":[null]}',
  '{"errors":[{}]}',
])('refusals: the refusal is %j, the fallback is shown', async (body) => {
  expect(await textShownFor(body)).toBe('fallback');
});

it('refusals: the error is not an HTTP error, the fallback is shown', () => {
  expect(firstError(new Error('x'), 'fallback')).toBe('fallback');
});
