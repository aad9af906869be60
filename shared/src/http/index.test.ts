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

describe.each([401, 403])('refusal with a %d', (status) => {
  it('http: a refused call of the current session ends the session', async () => {
    signInForTest();
    hold('/anything', status).release();
    await call();
  });

  it('http: session/ended is also emitted if a call without a session is refused', async () => {
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
  'http: the caller of a call answered with a %d gets the error; it is definite: %s',
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

it('http: a call carries the token and times out after 60 s', async () => {
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

it('http: a login carries no token, waits for no renewal, and its refusal ends no session', async () => {
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

it('http: the late refusal of a call of an ended session keeps the session of the next user', async () => {
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

it('http: a call that waits for a renewal is not sent if another user signs in', async () => {
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

it('http: a call that waits for a renewal is sent if the user is read meanwhile', async () => {
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

it('http: a sign-out with an expiring token waits for no renewal', async () => {
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

describe('call without content', () => {
  const answeredWith = (body: string) => {
    server.use(wire.post('*/api/v1/anything', () => new HttpResponse(body)));
    return http.post('/anything', {}, noContent);
  };

  it.each(['', '{}', '{"success":true}', 'null', 'ok'])(
    'http: a call without content succeeds with the answer %j',
    async (body) => {
      await expect(answeredWith(body)).resolves.toBeUndefined();
    },
  );

  it.each(['<!doctype html><title>Wi-Fi</title>', '\n<html></html>'])(
    'http: a call without content fails with the answer %j',
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
])('refusals: the first sentence of the refusal %s is shown', async (body) => {
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
])('refusals: the fallback is shown for the refusal %j', async (body) => {
  expect(await textShownFor(body)).toBe('fallback');
});

it('refusals: the fallback is shown for an error that is not of HTTP', () => {
  expect(firstError(new Error('x'), 'fallback')).toBe('fallback');
});
