import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { readHostCookie, setHostCookie } from '../../src/http/host-cookie';

const OVER_TLS = { 'x-forwarded-proto': 'https' };

describe('cookie of one host', () => {
  const ask = async (headers: Record<string, string>) => {
    const app = Fastify({ trustProxy: true });
    app.get('/', (request, reply) => {
      setHostCookie(request, reply, { name: 'seen', value: 'new', path: '/part', lifeS: 60 });
      return { seen: readHostCookie(request, 'seen') ?? null };
    });
    const answer = await app.inject({ url: '/', headers });
    await app.close();
    return { set: answer.headers['set-cookie'], seen: answer.json<{ seen: string | null }>().seen };
  };

  test('host cookie: over TLS it has the prefix __Host-, the path / and Secure', async () => {
    const { set } = await ask(OVER_TLS);
    assert.equal(set, '__Host-seen=new; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure');
  });

  test('host cookie: without TLS it has its own path, and no prefix that browsers would refuse', async () => {
    assert.equal((await ask({})).set, 'seen=new; Path=/part; Max-Age=60; HttpOnly; SameSite=Strict');
  });

  test('host cookie: over TLS only the one with the prefix is read, so no host can plant one', async () => {
    assert.equal((await ask({ ...OVER_TLS, cookie: 'seen=planted' })).seen, null);
    assert.equal((await ask({ ...OVER_TLS, cookie: 'a=b; __Host-seen=own; c=d' })).seen, 'own');
    assert.equal((await ask({ cookie: 'unseen=x; seen=own' })).seen, 'own');
  });
});
