import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, useDemoServer } from './demo-server';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { setTimeout as wait } from 'node:timers/promises';
import { changePassword, login, setPassword, tokensOf } from '@palier/test-support/actors/api-client';
import { clearThrottle, createHierarchy } from '@palier/test-support/actors/hierarchy';
import { errorsOf, get, parseJson, post, type RawAnswer, send } from '@palier/test-support/actors/raw-http';
import { untilTrue } from '@palier/test-support/wait-until';

const SECURITY_HEADERS = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src '(?:none|self)'.*base-uri 'none'.*frame-ancestors 'none'/,
} as const;

/** A minimal shell and remote. */
const SITE_FILES = {
  STATIC_ROOT: ['index.html', 'main.0123abcd.js', 'main.0123abcd.css', 'mark.svg'],
  REMOTES_ROOT: [
    'remotes.json',
    'casino/1.0.0/entry.js',
    'casino/1.0.0/page.css',
    'casino/1.0.0/manifest.json',
  ],
} as const;
const SITE_PATHS: readonly string[] = [
  ...[...SITE_FILES.STATIC_ROOT, 'remotes.json'].map((file) => `/${file}`),
  ...SITE_FILES.REMOTES_ROOT.map((file) => `/remotes/${file}`),
];
const OTHER_PATHS = [
  '/',
  '/home',
  '/missing.js',
  '/remotes/casino/1.0.0/missing.js',
  '/healthz',
  '/readyz',
  '/gold_api',
  '/api/docs/',
  '/api/docs/json',
  '/api/v1/user/me',
  '/api/v1/nope',
  '/api/v1/%zz',
  '/ws-jackpot/info',
  '/api/v1/transactions/report?from=x',
  `/api/v1/user/sub-account/${'9'.repeat(300)}`,
  '/api/v1/jackpot/draws',
  '/%5c..%5c..%5cetc%5cpasswd',
  '/../../etc/passwd',
  '/.env',
  '//evil.example/%2e%2e',
];
const FORGED_LOG_LINE = 'evil\r\n{"level":50,"msg":"forged"}\u001b[2J\u2028';

/** Writes the site's files; returns the environment of a server that serves them. */
async function createSite(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const roots: Record<string, string> = { REMOTES_FROM: 'folder' };
  for (const [variable, files] of Object.entries(SITE_FILES)) {
    roots[variable] = path.join(folder, variable);
    for (const file of files) {
      const place = path.join(roots[variable], file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(
        place,
        file.endsWith('.json') ? '{"revision":1,"overrideOrigins":[],"remotes":{}}' : '/**/',
      );
    }
  }
  return roots;
}

function assertSecurityHeaders(call: string, { status, headers }: RawAnswer): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    assert.ok(
      value.test(String(headers[name])),
      `${call} (${status}) lacks ${name}: ${String(headers[name])}`,
    );
}

/** Requires the headers of an answer to a caller of a foreign origin. */
function assertForeignAnswer(method: string, path: string, answer: RawAnswer): void {
  const { headers, status, text } = answer;
  const call = `${method} ${path}`;
  const isSite = SITE_PATHS.includes(path) && method === 'GET';
  assert.ok(!isSite || status === 200, `${call} is not served: ${status}`);
  // A shell on another origin may load remotes; their files contain no user data.
  const isRemotes = isSite && path.startsWith('/remotes/');
  const granted = Object.entries(headers).filter(([name]) => name.startsWith('access-control'));
  const expected = isRemotes ? 'access-control-allow-origin,*' : '';
  assert.ok(granted.join() === expected, `${call} grants ${granted.join()}`);
  assertSecurityHeaders(call, answer);
  if (path.startsWith('/api/v1')) {
    assert.ok(headers['cache-control'] === 'no-store', `${call} may be stored: ${headers['cache-control']}`);
    assert.ok(!('vary' in headers), `${call} has a Vary header, although no origin is allowed`);
  }
  const type = headers['content-type'] ?? '';
  const isText = /^text\/|[/+]xml|[/+]json|javascript/.test(type);
  assert.ok(!isText || type.endsWith('; charset=utf-8'), `${call} names no encoding: ${type}`);
  assert.ok(text === '' || type !== '', `${call} has a body without a type`);
  assert.ok(!('x-powered-by' in headers || 'server' in headers), `${call} names its server`);
  assert.ok(!/root:|PROVIDER_/.test(text), `${call} discloses a file`);
}

describe('answers and logs', () => {
  const server = useDemoServer(createSite);

  test('missing table: the 500 discloses nothing, and the log explains its id (F70)', async () => {
    await server.owner.query('alter table jackpot_draws rename to jackpot_draws_away');
    let answer: RawAnswer;
    try {
      answer = await get(server.urlOf(0), '/api/v1/jackpot/draws');
    } finally {
      await server.owner.query('alter table jackpot_draws_away rename to jackpot_draws');
    }
    assertAnswer('the call', answer, 500);
    const hasInternals = /jackpot_draws|select|relation|\.ts|at \w+ \(/i.test(answer.text);
    assert.ok(errorsOf(answer).length === 1 && !hasInternals, `internal details: ${answer.text}`);
    assertSecurityHeaders('the call', answer);
    const { requestId = '?' } = answer.json as { requestId?: string };
    const { log } = server.processes[0]!;
    const isExplained = (): boolean =>
      log.some((line) => line.includes(requestId) && line.includes('jackpot_draws'));
    assert.ok(await untilTrue(isExplained), 'the log does not explain it');
  });

  test('foreign origins: only remotes may be read, and every answer has security headers (F71)', async () => {
    const { accessToken: token } = await server.login('admin');
    const url = server.urlOf(0);
    const paths = [...SITE_PATHS, ...OTHER_PATHS];
    const origins = ['https://evil.example', 'null', `${url}.evil.example`];
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const origin of origins)
      for (const path of paths)
        for (const method of ['GET', 'OPTIONS']) {
          const headers = { origin, ...preflight };
          const answer = await send(url, { method, path, token, headers });
          assertForeignAnswer(method, path, answer);
        }
  });

  test('log: each line is one JSON object, and no password or token is in it (F72)', async () => {
    const base = server.urlOf(0);
    const [first, second, third] = ['Canari2026secret', 'Canari2027secret', 'Canari2028secret'] as const;
    const { admin, client } = await createHierarchy(server);
    const { accessToken: agent } = await admin.signIn();
    const register = (username: string, headers: Record<string, string> = {}) =>
      post(
        base,
        '/auth/admin/register-client',
        { username, password: second, balance: 0 },
        { token: agent, headers },
      );
    await login(base, FORGED_LOG_LINE, first);
    await login(base, first, FORGED_LOG_LINE);
    await post(base, '/auth/login', `{"username":"a","password":"${first}"`);
    await register(FORGED_LOG_LINE);
    await register(client.username, { 'user-agent': 'x\u009b31m', 'x-request-id': second });
    await setPassword(base, agent, client.id, second);
    const { accessToken, refreshToken } = tokensOf(await login(base, client.username, second));
    await changePassword(base, accessToken, third, third);
    for (const path of [
      '/api/v1/auth/validate-token?',
      'http://elsewhere/api/v1/auth/validate-token?',
      '/api/v1/nowhere?',
      '/api/v1/auth/validate-token%3f',
    ])
      await get(base, `${path}token=${accessToken}`).catch(() => undefined);
    await post(base, '/auth/refresh-token', { refreshToken });
    await post(base, '/auth/refresh-token', { refreshToken: `${refreshToken}x`, extra: 1 });
    await wait(200);
    const lines = server.processes.flatMap(({ log }) => log);
    for (const line of lines)
      assert.ok(
        parseJson(line) instanceof Object,
        `not one JSON object: ${JSON.stringify(line.slice(0, 120))}`,
      );
    const signature = agent.split('.').at(-1)!;
    const secrets = [first, second, third, agent, signature, accessToken, refreshToken, 'Client1234'];
    for (const secret of [...secrets, '"msg":"forged"']) {
      const leaked = lines.find((line) => line.includes(secret));
      assert.ok(leaked === undefined, `in the log: ${secret.slice(0, 16)}… ${leaked?.slice(0, 200)}`);
    }
    await clearThrottle(server.owner);
  });
});
