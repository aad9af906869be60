import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  changePassword,
  depositOf,
  login,
  setPassword,
  tokensOf,
} from '@palier/test-support/actors/api-client';
import { portOf } from '@palier/test-support/actors/server-process';
import { clearThrottle, createHierarchy } from '@palier/test-support/actors/hierarchy';
import {
  errorsOf,
  get,
  parseJson,
  post,
  type RawAnswer,
  read,
  send,
} from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Random } from '@palier/test-support/random';
import type { ScenarioContext, Scenario } from '../../scenario';
import { untilTrue } from '@palier/test-support/wait-until';

const SECURITY_HEADERS = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src '(?:none|self)'.*frame-ancestors 'none'/,
} as const;
/**
 * Scripts and styles carry no Content-Security-Policy, which browsers read only on documents (decision 0015).
 */
const WITHOUT_POLICY = /\.(js|css)$/;

/** A minimal shell and remote. */
const SITE_FILES = {
  STATIC_ROOT: ['index.html', 'main.0123abcd.js', 'main.0123abcd.css', 'mark.svg'],
  REMOTES_ROOT: [
    'remotes.json',
    ...['entry.js', 'page.css', 'manifest.json'].map((name) => `casino/1.0.0/${name}`),
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
async function createSite(folder: string): Promise<Record<string, string>> {
  const roots: Record<string, string> = { REMOTES_FROM: 'folder' };
  for (const [variable, files] of Object.entries(SITE_FILES)) {
    roots[variable] = path.join(folder, 'site', variable);
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

function expectSecurityHeaders(
  { expect }: ScenarioContext,
  call: string,
  { status, headers }: RawAnswer,
  hasPolicy = true,
): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (hasPolicy || name !== 'content-security-policy')
      expect(
        value.test(String(headers[name])),
        `${call} (${status}) lacks ${name}: ${String(headers[name])}`,
      );
}

/** Requires the headers of an answer to a caller of a foreign origin. */
function expectForeignAnswer(
  context: ScenarioContext,
  method: string,
  path: string,
  answer: RawAnswer,
): void {
  const { expect } = context;
  const { headers, status, text } = answer;
  const call = `${method} ${path}`;
  const isSite = SITE_PATHS.includes(path) && method === 'GET';
  expect(!isSite || status === 200, `${call} is not served: ${status}`);
  // A shell on another origin may load remotes; their files contain no user data.
  const isRemotes = isSite && path.startsWith('/remotes/');
  const granted = Object.entries(headers).filter(([name]) => name.startsWith('access-control'));
  const expected = isRemotes ? 'access-control-allow-origin,*' : '';
  expect(granted.join() === expected, `${call} grants ${granted.join()}`);
  expectSecurityHeaders(context, call, answer, !(isSite && WITHOUT_POLICY.test(path)));
  if (path.startsWith('/api/v1')) {
    expect(headers['cache-control'] === 'no-store', `${call} may be stored: ${headers['cache-control']}`);
    expect(!('vary' in headers), `${call} has a Vary header, although no origin is allowed`);
  }
  expect(!('x-powered-by' in headers || 'server' in headers), `${call} names its server`);
  expect(!/root:|PROVIDER_/.test(text), `${call} discloses a file`);
}

/** Sends a request and drops the connection at a random moment. */
const dropRequest = (port: number, head: string, body: string, random: Random): Promise<void> =>
  new Promise<void>((resolve) => {
    const whole = head + body;
    const length = random.pick([20, head.length, whole.length - 3, whole.length, whole.length]);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(whole.slice(0, length));
      setTimeout(() => socket.destroy(), random.between(0, 8));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });

export default [
  {
    id: 'F70',
    title: 'missing table',
    fault: 'a table is missing during a call',
    bound: '500 with a general message and an id that the log explains; no SQL, stack or path',
    async run(context) {
      const { cluster, expect, expectAnswer } = context;
      await cluster.owner.query('alter table jackpot_draws rename to jackpot_draws_away');
      let answer: RawAnswer;
      try {
        answer = await get(cluster.urlOf(0), '/api/v1/jackpot/draws');
      } finally {
        await cluster.owner.query('alter table jackpot_draws_away rename to jackpot_draws');
      }
      expectAnswer('the call', answer, 500);
      const hasInternals = /jackpot_draws|select|relation|\.ts|at \w+ \(/i.test(answer.text);
      expect(errorsOf(answer).length === 1 && !hasInternals, `internal details: ${answer.text}`);
      expectSecurityHeaders(context, 'the call', answer);
      const { requestId = '?' } = answer.json as { requestId?: string };
      const { log } = cluster.processes[0]!;
      const isExplained = (): boolean =>
        log.some((line) => line.includes(requestId) && line.includes('jackpot_draws'));
      expect(await untilTrue(isExplained), 'the log does not explain it');
    },
  },
  {
    id: 'F71',
    title: 'CORS and security headers',
    fault: 'foreign origins on the API, pages, scripts, styles, images, remotes and documentation',
    bound:
      'CORS only for the remotes’ files; security headers everywhere, ' +
      'CSP on all but scripts and styles; no-store on the API',
    async run(context) {
      const { cluster } = context;
      const { accessToken: token } = await cluster.login('admin');
      const environment = await createSite(cluster.folder);
      const server = await cluster.start({ environment, joins: false });
      await server.ready();
      const paths = [...SITE_PATHS, ...OTHER_PATHS];
      const origins = ['https://evil.example', 'null', `${server.url}.evil.example`];
      const preflight = {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      for (const origin of origins)
        for (const path of paths)
          for (const method of ['GET', 'OPTIONS']) {
            const headers = { origin, ...preflight };
            const answer = await send(server.url, { method, path, token, headers });
            expectForeignAnswer(context, method, path, answer);
          }
      await server.kill('SIGTERM');
    },
  },
  {
    id: 'F72',
    title: 'log injection and secrets',
    fault: 'line breaks and terminal codes in names and headers; known passwords and tokens in requests',
    bound: 'each log line is one JSON object; no secret appears in the log',
    async run({ cluster, expect }) {
      const base = cluster.urlOf(0);
      const [first, second, third] = ['Canari2026secret', 'Canari2027secret', 'Canari2028secret'] as const;
      const { admin, client } = await createHierarchy(cluster);
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
      const lines = cluster.processes.flatMap(({ log }) => log);
      for (const line of lines)
        expect(
          parseJson(line) instanceof Object,
          `not one JSON object: ${JSON.stringify(line.slice(0, 120))}`,
        );
      const signature = agent.split('.').at(-1)!;
      const secrets = [first, second, third, agent, signature, accessToken, refreshToken, 'Client1234'];
      for (const secret of [...secrets, '"msg":"forged"']) {
        const leaked = lines.find((line) => line.includes(secret));
        expect(leaked === undefined, `in the log: ${secret.slice(0, 16)}… ${leaked?.slice(0, 200)}`);
      }
      await clearThrottle(cluster.owner);
    },
  },
  {
    id: 'F73',
    title: 'aborted requests',
    fault: 'clients that disconnect in the middle of a call',
    bound: 'no connection, transaction or lock remains',
    trials: { short: 60, long: 1_000 },
    async run({ cluster, random, trials, within, expect, expectAnswer }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const port = portOf(cluster.urlOf(0));
      const body = JSON.stringify(depositOf(username, 1));
      const head =
        `POST /api/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      for (let trial = 0; trial < trials; trial += 20)
        await atOnce(20, () => dropRequest(port, head, body, random));
      const isIdle = async (): Promise<boolean> => {
        const { busy } = await cluster.readRow<{ busy: number }>(
          `select count(*)::int as busy from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
              and (state like 'idle in transaction%'
                   or (state = 'active' and backend_type = 'client backend'))`,
        );
        return busy === 0;
      };
      expect(await untilTrue(isIdle, within(5_000)), 'transactions stayed open');
      expectAnswer('afterwards', await read(cluster.urlOf(0), '/user/me', accessToken), 200);
    },
  },
] satisfies Scenario[];
