import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { readConfig } from '../../src/config/config';
import { addSecurityHeaders } from '../../src/web/security-headers';

let app: FastifyInstance;

describe('the content security policy', () => {
  before(async () => {
    app = Fastify();
    await addSecurityHeaders(
      app,
      readConfig({
        DATABASE_URL: 'postgresql://palier@127.0.0.1/palier',
        DATA_DIR: tmpdir(),
        JWT_SECRET: 'j'.repeat(40),
        PROVIDER_URL: 'https://api.provider.test/gold_api',
        PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
        PROVIDER_SECRET: 'a-secret-of-ours',
        ALLOWED_FRAME_ORIGINS: 'https://games.test',
        ALLOWED_IMAGE_ORIGINS: 'https://images.test, https://cdn.test:8443',
        REMOTE_ORIGINS: 'https://casino.test',
      }),
    );
    app.get('/', () => 'page');
    app.get('/api/v1/user/me', () => ({}));
    for (const path of ['/gold_api', '/gold_api/user_balance']) app.get(path, () => ({}));
  });
  after(() => app.close());

  test('When the banners have a host of their own, then images come from there, and nothing else does', async () => {
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']).split(';');
    assert.deepEqual(
      policy.filter((directive) => directive.startsWith('img-src')),
      [
        "img-src 'self' data: https://api.provider.test https://games.test https://images.test https://cdn.test:8443 https://casino.test",
      ],
    );
    assert.deepEqual(
      policy
        .filter((directive) => /images\.test|cdn\.test/.test(directive))
        .map((directive) => directive.split(' ')[0]),
      ['img-src'],
    );
  });

  test('When a browser knows no line for what is fetched ahead, as Firefox, then it fetches from where scripts come, and plays nothing', async () => {
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']).split(';');
    assert.ok(
      [
        "default-src 'self' https://casino.test",
        "script-src 'self' https://casino.test",
        "style-src 'self' https://casino.test",
        "object-src 'none'",
        "media-src 'none'",
      ].every((directive) => policy.includes(directive)),
      policy.join(),
    );
  });

  test('When the browser is as old as Safari 15.4, then it starts the worker of the socket too, by the older name', async () => {
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']).split(';');
    assert.ok(['worker-src blob:', 'child-src blob:'].every((directive) => policy.includes(directive)));
  });

  test('When the answer is no page, then its policy allows nothing and names no origin', async () => {
    for (const path of ['/api/v1/user/me', '/gold_api', '/gold_api?operator=7', '/gold_api/user_balance']) {
      const { headers } = await app.inject(path);
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path);
    }
  });
});
