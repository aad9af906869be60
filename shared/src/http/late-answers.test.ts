import { waitFor } from '@testing-library/react';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bus } from '../bus';
import { accessToken, refreshToken } from '../session';
import { clearSession, setTokens } from '../session/writer';
import { createHold, runWire } from '../testing';
import { freshAccessToken, http, noContent, isDefiniteRefusal } from './index';

const server = setupServer();

runWire(server);
afterEach(clearSession);

const pair = (name: string, lifeS: number) => {
  const iat = Math.floor(Date.now() / 1000);
  return {
    accessToken: `${name}.${btoa(JSON.stringify({ iat, exp: iat + lifeS }))}.x`,
    refreshToken: `renewal-of-${name}`,
  };
};

describe('a renewal is answered late', () => {
  let release: () => void;
  let renewal: Promise<unknown>;
  beforeEach(async () => {
    const answer = createHold();
    const hasCome = jest.fn();
    server.use(
      wire.post('*/api/v1/auth/refresh-token', async () => {
        hasCome();
        await answer.released;
        return HttpResponse.json(pair('renewed', 900));
      }),
    );
    release = answer.release;
    setTokens(pair('old', 30));
    renewal = freshAccessToken();
    await waitFor(() => expect(hasCome).toHaveBeenCalled());
  });

  it('token renewal: the user has signed out before the answer, no token is stored', async () => {
    clearSession();
    release();
    await renewal;
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
  });

  it("token renewal: another user has signed in before the answer, that user's tokens stay", async () => {
    clearSession();
    const others = pair('other', 900);
    setTokens(others);
    release();
    await renewal;
    expect([accessToken(), refreshToken()]).toEqual([others.accessToken, others.refreshToken]);
  });
});

it('late answers: a sign-in is refused, no session/ended is emitted', async () => {
  const ended = jest.fn();
  const stop = bus.on('session/ended', ended);
  server.use(wire.post('*/api/v1/auth/login', () => HttpResponse.json({ errors: ['x'] }, { status: 401 })));
  await expect(http.post('/auth/login', {}, noContent)).rejects.toThrow();
  stop();
  expect(ended).not.toHaveBeenCalled();
});

it.each([
  [400, true],
  [408, false],
  [422, true],
  [500, false],
])('refusals: a call is answered with a %d, a definite refusal is %s', async (status, isAnswer) => {
  server.use(wire.post('*/api/v1/transactions', () => HttpResponse.json({}, { status })));
  const refusal: unknown = await http.post('/transactions', {}, noContent).catch((error: unknown) => error);
  expect(isDefiniteRefusal(refusal)).toBe(isAnswer);
});
