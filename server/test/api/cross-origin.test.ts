import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TestServer, useTestServer } from './start-test-server';

const ALLOWED_ORIGIN = 'https://agents.example';
const OTHER_ORIGINS = [
  'https://evil.example',
  'http://agents.example',
  `${ALLOWED_ORIGIN}.evil.example`,
  'https://AGENTS.example',
  'null',
];
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization, content-type, idempotency-key',
};

type Method = 'GET' | 'POST' | 'OPTIONS';
const ask = (server: TestServer, method: Method, url: string, headers: Record<string, string>) =>
  server.app.inject({ method, url, headers });
const grantsOf = ({ headers }: { headers: object }): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('CORS', () => {
  const server = useTestServer({
    CORS_ORIGINS: `${ALLOWED_ORIGIN},https://b.example`,
    RATE_LIMIT: '9',
  });

  test('CORS: a preflight of an allowed origin grants methods and headers, no credentials', async () => {
    const answer = await ask(server, 'OPTIONS', '/api/v1/transactions', {
      origin: ALLOWED_ORIGIN,
      ...PREFLIGHT,
    });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['access-control-allow-origin'], ALLOWED_ORIGIN);
    assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST');
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'Authorization, Content-Type, Idempotency-Key',
    );
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.equal(answer.headers.vary, 'Origin');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
  });

  test('CORS: an allowed origin may read answers, refusals and Retry-After', async () => {
    const open = await ask(server, 'GET', '/api/v1/jackpot/draws', { origin: ALLOWED_ORIGIN });
    const refused = await ask(server, 'GET', '/api/v1/user/me', { origin: ALLOWED_ORIGIN });
    const nowhere = await ask(server, 'GET', '/api/v1/nowhere', { origin: ALLOWED_ORIGIN });
    assert.deepEqual(
      [open, refused, nowhere].map(({ statusCode }) => statusCode),
      [200, 401, 404],
    );
    let limited = open;
    for (let calls = 0; calls < 200 && limited.statusCode !== 429; calls += 1)
      limited = await ask(server, 'GET', '/api/v1/jackpot/draws', { origin: ALLOWED_ORIGIN });
    assert.equal(limited.statusCode, 429);
    for (const { headers } of [open, refused, nowhere, limited]) {
      assert.equal(headers['access-control-allow-origin'], ALLOWED_ORIGIN);
      assert.equal(headers['access-control-expose-headers'], 'Retry-After, X-Request-Id, X-Platform-Day');
      assert.match(String(headers.vary), /\bOrigin\b/);
    }
  });

  test('CORS: other origins get no grant, and the answer varies by origin', async () => {
    for (const origin of OTHER_ORIGINS)
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await ask(server, method, '/api/v1/user/me', { origin, ...PREFLIGHT });
        assert.deepEqual(grantsOf(answer), [], `${method} of ${origin}`);
        assert.match(String(answer.headers.vary), /\bOrigin\b/);
      }
  });

  test('CORS: preflights have no lower limit than reads', async () => {
    for (let calls = 0; calls < 60; calls += 1) {
      const { statusCode } = await ask(server, 'OPTIONS', '/api/v1/user/me', {
        origin: ALLOWED_ORIGIN,
        ...PREFLIGHT,
      });
      assert.equal(statusCode, 204);
    }
  });

  test('CORS: paths outside the API grant nothing', async () => {
    for (const url of ['/', '/healthz', '/gold_api', '/ws-jackpot/info', '/api/docs/json'])
      assert.deepEqual(grantsOf(await ask(server, 'GET', url, { origin: ALLOWED_ORIGIN })), [], url);
  });
});
