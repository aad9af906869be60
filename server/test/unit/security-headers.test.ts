import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { readConfig } from '../../src/config/config';
import { addSecurityHeaders } from '../../src/web/security-headers';

let app: FastifyInstance;

describe('content security policy', () => {
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

  test('content security policy: image origins are configured, only images are allowed from there', async () => {
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

  test('content security policy: preloads fall back to default-src, which allows the origins of scripts; media and plugins are not allowed', async () => {
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

  test('content security policy: child-src allows the socket’s worker in Safari 15.4', async () => {
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']).split(';');
    assert.ok(['worker-src blob:', 'child-src blob:'].every((directive) => policy.includes(directive)));
  });

  test('content security policy: an API answer, its policy allows nothing and names no origin', async () => {
    for (const path of ['/api/v1/user/me', '/gold_api', '/gold_api?operator=7', '/gold_api/user_balance']) {
      const { headers } = await app.inject(path);
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path);
    }
  });
});
