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
        ALLOWED_FRAME_ORIGINS: 'https://games.test, https://*.vendor.test',
        ALLOWED_IMAGE_ORIGINS: 'https://images.test, https://cdn.test:8443',
        REMOTE_ORIGINS: 'https://casino.test',
      }),
    );
    app.get('/', () => 'page');
    app.get('/api/v1/user/me', () => ({}));
    for (const path of ['/gold_api', '/gold_api/user_balance']) app.get(path, () => ({}));
  });
  after(() => app.close());

  const policyOf = async (path: string): Promise<string[]> =>
    String((await app.inject(path)).headers['content-security-policy']).split(';');

  test('content security policy: only images are allowed from the configured image origins', async () => {
    const policy = await policyOf('/');
    assert.deepEqual(
      policy.filter((directive) => directive.startsWith('img-src')),
      [
        "img-src 'self' data: https://api.provider.test https://games.test https://*.vendor.test https://images.test https://cdn.test:8443 https://casino.test",
      ],
    );
    assert.deepEqual(
      policy
        .filter((directive) => /images\.test|cdn\.test/.test(directive))
        .map((directive) => directive.split(' ')[0]),
      ['img-src'],
    );
  });

  test('content security policy: a pattern of game hosts is one for frames and their pictures', async () => {
    const policy = await policyOf('/');
    assert.ok(policy.includes('frame-src https://games.test https://*.vendor.test'), policy.join());
    assert.equal(policy.filter((directive) => directive.includes('vendor.test')).length, 2);
  });

  test('content security policy: scripts may be preloaded, and media come from nowhere', async () => {
    const policy = await policyOf('/');
    for (const directive of [
      ...['default-src', 'script-src', 'style-src'].map((name) => `${name} 'self' https://casino.test`),
      "object-src 'none'",
      "media-src 'none'",
    ])
      assert.ok(policy.includes(directive), directive);
  });

  test('content security policy: child-src allows the same workers in Safari 15.4', async () => {
    const policy = await policyOf('/');
    for (const name of ['worker-src', 'child-src']) assert.ok(policy.includes(`${name} 'self' blob:`), name);
  });

  test('permissions policy: pages have no camera and leave games fullscreen; answers have none', async () => {
    const of = async (path: string) => (await app.inject(path)).headers['permissions-policy'];
    assert.match(String(await of('/')), /\bcamera=\(\)/);
    assert.doesNotMatch(String(await of('/')), /fullscreen|autoplay/);
    assert.equal(await of('/api/v1/user/me'), undefined);
  });

  test('content security policy: that of an API answer allows nothing and names no origin', async () => {
    for (const path of ['/api/v1/user/me', '/gold_api', '/gold_api?operator=7', '/gold_api/user_balance'])
      assert.deepEqual(
        await policyOf(path),
        ["default-src 'none'", " base-uri 'none'", " frame-ancestors 'none'"],
        path,
      );
  });
});
