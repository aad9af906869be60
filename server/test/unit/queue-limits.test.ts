import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import fastify from 'fastify';
import type { App } from '../../src/http/app-type';
import { answerError } from '../../src/http/error-handler';
import { limitCalls } from '../../src/auth/rate-limit';
import { readAccessTokens } from '../../src/sessions/authenticate';
import {
  admitChange,
  admitLogin,
  countPasswordChecks,
  hashPassword,
} from '../../src/passwords/password-hasher';

const LIMIT = 4;

describe('call limit', () => {
  /** The tokens of these tests are called `user.session`. */
  const read = async (token: string) => ({
    userId: Number.parseInt(token, 10),
    sessionId: token,
    expiresAtMs: Infinity,
  });
  async function limited(context: TestContext) {
    // With a mocked clock the window of the limit never ends, however slow the machine is.
    context.mock.timers.enable({ apis: ['Date'] });
    const app = fastify() as unknown as App;
    context.after(() => app.close());
    app.setErrorHandler(answerError);
    readAccessTokens(app, { read });
    await limitCalls(app, LIMIT);
    app.post('/api/v1/paid', async () => ({}));
    await app.ready();
    return async (url: string, token?: string): Promise<number> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await app.inject({ method: 'POST', url, headers })).statusCode;
    };
  }

  test('call limit: the sessions of one user have three times the limit of one session', async (context) => {
    const call = await limited(context);
    const taken: number[] = [];
    for (let session = 0; session < 5; session += 1)
      for (let turn = 0; turn < LIMIT; turn += 1) taken.push(await call('/api/v1/paid', `7.s${session}`));
    assert.equal(taken.filter((status) => status === 200).length, 3 * LIMIT);
    assert.equal(await call('/api/v1/paid', '8.s0'), 200);
  });

  test('call limit: all unknown URLs count as one', async (context) => {
    const call = await limited(context);
    const statuses: number[] = [];
    for (let turn = 0; turn < LIMIT + 2; turn += 1) statuses.push(await call(`/api/v1/none-${turn}`));
    assert.deepEqual(statuses, [...Array<number>(LIMIT).fill(404), 429, 429]);
    assert.equal(await call('/api/v1/paid'), 200);
  });
});

test('password queue: each user has four places, and logins cannot take those of users', async () => {
  const hash = (caller: string) => () => hashPassword(caller, 'Sbeitla2026');
  const users = Array.from({ length: 20 * 14 }, (_, index) => {
    const user = `user ${Math.floor(index / 20)}`;
    return admitChange(user, hash(user));
  });
  const logins = Array.from({ length: 60 }, () => admitLogin('192.0.2.1', hash('192.0.2.1')));
  const admitted = async (asked: readonly Promise<string>[]): Promise<number> =>
    (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  assert.deepEqual(await Promise.all([users.slice(0, 20), users, logins].map(admitted)), [4, 51, 51]);
  assert.deepEqual(countPasswordChecks(), { running: 0, waiting: 0 });
});
