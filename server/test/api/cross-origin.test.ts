import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPalier, type Palier } from './start-test-server';

const FRIEND = 'https://agents.example';
const STRANGERS = [
  'https://evil.example',
  'http://agents.example',
  `${FRIEND}.evil.example`,
  'https://AGENTS.example',
  'null',
];
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization, content-type, idempotency-key',
};

type Method = 'GET' | 'POST' | 'OPTIONS';
const ask = (palier: Palier, method: Method, url: string, headers: Record<string, string>) =>
  palier.app.inject({ method, url, headers });
const grantsOf = ({ headers }: { headers: object }): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('a server whose API one other origin may call', () => {
  let palier: Palier;
  before(
    async () =>
      (palier = await startPalier({ CORS_ORIGINS: `${FRIEND},https://b.example`, RATE_LIMIT: '9' })),
  );
  after(() => palier.stop());

  test('When its page asks beforehand, then our calls and their headers are granted, and no cookies', async () => {
    const answer = await ask(palier, 'OPTIONS', '/api/v1/transactions', { origin: FRIEND, ...PREFLIGHT });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['access-control-allow-origin'], FRIEND);
    assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST');
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'Authorization, Content-Type, Idempotency-Key',
    );
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.equal(answer.headers.vary, 'Origin');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
  });

  test('When its page calls, then it may read the answer, be it a refusal, and what it says of waiting', async () => {
    const open = await ask(palier, 'GET', '/api/v1/jackpot/draws', { origin: FRIEND });
    const refused = await ask(palier, 'GET', '/api/v1/user/me', { origin: FRIEND });
    const nowhere = await ask(palier, 'GET', '/api/v1/nowhere', { origin: FRIEND });
    assert.deepEqual(
      [open, refused, nowhere].map(({ statusCode }) => statusCode),
      [200, 401, 404],
    );
    let limited = open;
    for (let calls = 0; calls < 200 && limited.statusCode !== 429; calls += 1)
      limited = await ask(palier, 'GET', '/api/v1/jackpot/draws', { origin: FRIEND });
    assert.equal(limited.statusCode, 429);
    for (const { headers } of [open, refused, nowhere, limited]) {
      assert.equal(headers['access-control-allow-origin'], FRIEND);
      assert.equal(headers['access-control-expose-headers'], 'Retry-After, X-Request-Id');
      assert.match(String(headers.vary), /\bOrigin\b/);
    }
  });

  for (const origin of STRANGERS)
    test(`When a page of ${origin} calls, then nothing is granted, and no cache takes its answer for another’s`, async () => {
      for (const [method, url] of [
        ['GET', '/api/v1/user/me'],
        ['OPTIONS', '/api/v1/user/me'],
      ] as const) {
        const answer = await ask(palier, method, url, { origin, ...PREFLIGHT });
        assert.deepEqual(grantsOf(answer), [], method);
        assert.match(String(answer.headers.vary), /\bOrigin\b/);
      }
    });

  test('When many pages behind one address ask beforehand, then they have as many tries as those who read', async () => {
    let granted = 0;
    for (let calls = 0; calls < 60; calls += 1) {
      const { statusCode } = await ask(palier, 'OPTIONS', '/api/v1/user/me', {
        origin: FRIEND,
        ...PREFLIGHT,
      });
      if (statusCode === 204) granted += 1;
    }
    assert.equal(granted, 60);
  });

  test('When what is no call of the API is asked for, then nothing is granted', async () => {
    for (const url of ['/', '/healthz', '/gold_api', '/ws-jackpot/info', '/api/docs/json'])
      assert.deepEqual(grantsOf(await ask(palier, 'GET', url, { origin: FRIEND })), [], url);
  });
});
