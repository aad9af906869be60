import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, IS_LONG, useDemoServer } from './demo-server';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MISSING_SUBJECT } from './access-table/callers';
import { ENDPOINTS } from './access-table/endpoints';
import { createHierarchy } from '@palier/test-support/actors/hierarchy';
import { get, post, type RawAnswer, read, send } from '@palier/test-support/actors/raw-http';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (text: string, key: string, digest = 'sha256'): string =>
  createHmac(digest, key).update(text).digest('base64url');
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** Invalid tokens derived from a real token of a live session. */
function forge(real: string, refreshToken: string, secret: string): Record<string, string> {
  const [head = '', payload = '', signature = ''] = real.split('.');
  const claims = decode(payload);
  const header = decode(head);
  const now = Math.floor(Date.now() / 1000);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const jwk = publicKey.export({ format: 'jwk' });
  const signed = (newHeader: object, newClaims: object, key = secret, digest?: string): string => {
    const text = `${encode({ ...header, ...newHeader })}.${encode({ ...claims, ...newClaims })}`;
    return `${text}.${hmac(text, key, digest)}`;
  };
  const rsa = (newHeader: object): string => {
    const text = `${encode({ ...header, alg: 'RS256', ...newHeader })}.${payload}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const unsigned = (alg: string): string => `${encode({ ...header, alg })}.${payload}.`;
  const flipped = Buffer.from(signature, 'base64url');
  flipped[5]! ^= 1;
  return {
    'alg none': unsigned('none'),
    'alg NonE': unsigned('NonE'),
    'alg none with the signature': `${encode({ ...header, alg: 'none' })}.${payload}.${signature}`,
    'empty key': signed({}, {}, ''),
    'another key': signed({}, {}, 'x'.repeat(48)),
    'RS256 of another key': rsa({}),
    'HS256 keyed with an RSA public key': signed({}, {}, pem),
    'HS384 of our key': signed({ alg: 'HS384' }, {}, secret, 'sha384'),
    'HS512 of our key': signed({ alg: 'HS512' }, {}, secret, 'sha512'),
    'kid of an empty file': signed({ kid: '/dev/null' }, {}, ''),
    'kid with SQL': signed({ kid: "x' union select 'k" }, {}, 'k'),
    'its own jwk': rsa({ jwk }),
    'its own jku': rsa({ jku: 'http://127.0.0.1:1/jwks.json', kid: '1' }),
    'its own x5u': rsa({ x5u: 'http://127.0.0.1:1/cert' }),
    'an unknown crit': signed({ crit: ['exp-not'], 'exp-not': true }, {}),
    'another typ': signed({ typ: 'JWT' }, {}),
    expired: signed({}, { exp: now - 60, iat: now - 120 }),
    'exp missing': signed({}, { exp: undefined }),
    'exp 1e308': signed({}, { exp: 1e308 }),
    'exp in ten years': signed({}, { exp: now + 315_360_000 }),
    'exp as text': signed({}, { exp: String(now + 60) }),
    'iat missing': signed({}, { iat: undefined }),
    'iat in the future': signed({}, { iat: now + 120, exp: now + 300 }),
    'nbf in the future': signed({}, { nbf: now + 120 }),
    'another issuer': signed({}, { iss: 'someone' }),
    'another audience': signed({}, { aud: 'palier-games' }),
    'another user': signed({}, { sub: '1' }),
    'sub as an expression': signed({}, { sub: `${String(claims.sub)} or 1=1` }),
    'a session of nobody': signed({}, { sid: '6f9619ff-8b86-4011-b42d-00cf4fc964ff' }),
    'sid as a list': signed({}, { sid: [claims.sid] }),
    'sid as a word': signed({}, { sid: 'x' }),
    'claims changed': `${head}.${encode({ ...claims, sub: '1' })}.${signature}`,
    'signature flipped': `${head}.${payload}.${flipped.toString('base64url')}`,
    'signature cut': `${head}.${payload}.${signature.slice(0, -4)}`,
    'signature empty': `${head}.${payload}.`,
    'two parts': `${head}.${payload}`,
    'two dots': '..',
    'four parts': `${real}.${signature}`,
    'a word after it': `${real} x`,
    'the refresh token': refreshToken,
    'a game token': 'palier-demo-token',
    'no token': '',
  };
}

const validate = (base: string, query: string): Promise<RawAnswer> =>
  send(base, { method: 'GET', path: `/api/v1/auth/validate-token${query}` });

/** The statuses that may refuse this text as a refresh token. */
function refusalsOf(text: string): number[] {
  if (text === '') return [400];
  return text.length > 512 ? [400, 401] : [401];
}

describe('forged tokens', () => {
  const server = useDemoServer();

  test('forged token: every call refuses it with 401 (D45)', async () => {
    const users = await createHierarchy(server);
    const { accessToken, refreshToken } = await users.admin.signIn();
    const base = server.urlOf(0);
    // Well-formed requests, so that only their tokens can be refused; E56 checks that the table has every
    // operation.
    const requests = ENDPOINTS.map(({ method, path, body }) => ({
      method,
      path: path(MISSING_SUBJECT),
      body: body?.(MISSING_SUBJECT),
    }));
    const secret = (await readFile(path.join(server.folder, 'jwt.secret'), 'utf8')).trim();
    const forged = Object.entries(forge(accessToken, refreshToken, secret));
    for (const [index, [kind, token]] of forged.entries()) {
      // In the short form every kind at some endpoints, and every endpoint with some kinds.
      for (const request of requests.filter((_, place) => IS_LONG || place % 8 === index % 8))
        assertAnswer(`${kind} at ${request.path}`, await send(base, { ...request, token }), 401);
      const validated = await validate(base, `?token=${encodeURIComponent(token)}`);
      assertAnswer(`${kind} validated`, validated, 401);
    }
    const headers = ['@', 'Basic @', 'Bearer  @', 'Bearer @,', 'Bearer @, Bearer @'];
    for (const header of headers) {
      const authorization = header.replaceAll('@', accessToken);
      assertAnswer(header, await get(base, '/api/v1/user/me', { authorization }), 401);
    }
    for (const borrowed of [accessToken, `${refreshToken}x`, '', 'x'.repeat(512)]) {
      const answer = await post(base, '/auth/refresh-token', { refreshToken: borrowed });
      assertAnswer(`refreshed with ${borrowed.slice(0, 8)}…`, answer, ...refusalsOf(borrowed));
    }
    assertAnswer('the real token', await read(base, '/user/me', accessToken), 200);
  });

  test('token validation: a malformed token gets an uncached 4xx, and no log contains it (D54)', async () => {
    const canary = 'canary-7f3a-validate';
    const queries = [
      '?token=@%00%ff%c3',
      '?token=',
      '',
      '?token=@&token=b',
      '?token=@%0d%0aset-cookie:x=1',
      '?TOKEN=@',
      '?token[]=@',
      '?token=@%zz',
      `?token=@${'a'.repeat(1e5)}`,
    ];
    for (const query of queries) {
      const answer = await validate(server.urlOf(0), query.replace('@', canary));
      assertAnswer(query.slice(0, 40), answer, 400, 401, 404, 413, 414, 431);
      assert.ok(answer.headers['cache-control'] === 'no-store', `${query.slice(0, 40)} may be stored`);
    }
    const leaked = server.processes.flatMap(({ log }) => log).find((line) => line.includes(canary));
    assert.ok(leaked === undefined, `in the log: ${leaked?.slice(0, 200)}`);
  });
});
