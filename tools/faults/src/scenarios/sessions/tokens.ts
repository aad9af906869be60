import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from '../../actors/cluster';
import { createHierarchy } from '../../actors/hierarchy';
import { type Operation, readContract } from '../../actors/openapi-contract';
import { errorsOf, post, type RawRequest, read, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (text: string, key: string, digest = 'sha256'): string =>
  createHmac(digest, key).update(text).digest('base64url');
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** A well-formed request of an operation, so that only its token can be refused. */
function requestOf({ method, template, parameters, body }: Operation): RawRequest {
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  const path = template.replaceAll(/\{\w+\}/g, '1');
  return {
    method,
    path: path + (query.length === 0 ? '' : `?${query.map(({ name }) => `${name}=1`).join('&')}`),
    body: body?.example,
  };
}

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

const secretOf = async (cluster: Cluster): Promise<string> =>
  (await readFile(path.join(cluster.folder, 'jwt.secret'), 'utf8')).trim();

const scenarios: Scenario[] = [
  {
    id: 'D45',
    title: 'forged access tokens',
    fault: 'forged, altered, misdated and foreign access tokens',
    bound: '401 at every endpoint that needs a session; the real token still works',
    trials: { short: 1, long: 1, budgetS: 3 },
    async run({ cluster }) {
      const users = await createHierarchy(cluster);
      const { accessToken, refreshToken } = await users.admin.signIn();
      const failures: string[] = [];
      let trials = 0;
      const base = cluster.processes[0]!.url;
      const { operations } = await readContract(base);
      const requests = operations.filter(({ isPublic }) => !isPublic).map(requestOf);
      for (const [kind, token] of Object.entries(forge(accessToken, refreshToken, await secretOf(cluster)))) {
        for (const request of requests) {
          trials += 1;
          const answer = await send(base, { ...request, token });
          if (answer.status !== 401 || errorsOf(answer).length === 0)
            failures.push(`${kind} at ${request.path}: ${answer.status} ${answer.text}`);
        }
        const validated = await send(base, {
          method: 'GET',
          path: `/api/v1/auth/validate-token?token=${encodeURIComponent(token)}`,
        });
        if (validated.status !== 401) failures.push(`${kind} was validated: ${validated.status}`);
      }
      for (const authorization of [
        accessToken,
        `Basic ${accessToken}`,
        `Bearer  ${accessToken}`,
        `Bearer ${accessToken},`,
        `Bearer ${accessToken}, Bearer ${accessToken}`,
      ]) {
        trials += 1;
        const { status } = await send(base, {
          method: 'GET',
          path: '/api/v1/user/me',
          headers: { authorization },
        });
        if (status !== 401) failures.push(`${authorization.slice(0, 12)}…: ${status}`);
      }
      for (const borrowed of [accessToken, `${refreshToken}x`, '', 'x'.repeat(512)]) {
        const { status } = await post(base, '/auth/refresh-token', { refreshToken: borrowed });
        if (status !== (borrowed === '' ? 400 : 401) && !(borrowed.length > 512 && status === 400))
          failures.push(`refreshed with ${borrowed.slice(0, 8)}…: ${status}`);
      }
      const me = await read(base, '/user/me', accessToken);
      if (me.status !== 200) failures.push(`the real token: ${me.status}`);
      return { trials, failures, measured: `${requests.length} calls` };
    },
  },
  {
    id: 'D54',
    title: 'malformed token validation',
    fault: 'validate-token with 100 KB, control bytes, an empty, missing or repeated token',
    bound: '4xx with a message, not cacheable, absent from the log',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const failures: string[] = [];
      const canary = 'canary-7f3a-validate';
      const queries = [
        `?token=${canary}${'a'.repeat(100_000)}`,
        `?token=${canary}%00%ff%c3`,
        '?token=',
        '',
        `?token=${canary}&token=b`,
        `?token=${canary}%0d%0aset-cookie:x=1`,
        `?TOKEN=${canary}`,
        `?token[]=${canary}`,
        `?token=${canary}%zz`,
      ];
      for (const query of queries) {
        const answer = await send(cluster.processes[0]!.url, {
          method: 'GET',
          path: `/api/v1/auth/validate-token${query}`,
        });
        const cache = answer.headers['cache-control'];
        if (
          answer.status < 400 ||
          answer.status >= 500 ||
          errorsOf(answer).length === 0 ||
          cache !== 'no-store'
        )
          failures.push(`${query.slice(0, 40)}: ${answer.status} ${cache} ${answer.text.slice(0, 100)}`);
      }
      const leaked = cluster.processes.flatMap(({ log }) => log).find((line) => line.includes(canary));
      if (leaked !== undefined) failures.push(`in the log: ${leaked.slice(0, 200)}`);
      return { trials: queries.length, failures };
    },
  },
];
export default scenarios;
