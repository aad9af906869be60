import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setPassword } from '../../actors/api-client';
import { createHierarchy } from '../../actors/hierarchy';
import { errorsOf, get, post, type RawAnswer, read, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';
import { untilTrue } from '../../wait-until';

const STRICT = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src '(?:none|self)'.*frame-ancestors 'none'/,
} as const;
const { 'content-security-policy': _policy, ...STRICT_OF_FILES } = STRICT;
/** Scripts and styles carry no Content-Security-Policy, which browsers read only on documents (decision 0015). */
const WITHOUT_POLICY = /\.(js|css)$/;
/** A minimal shell and remote. */
const SITE = {
  STATIC_ROOT: ['index.html', 'main.0123abcd.js', 'main.0123abcd.css', 'mark.svg'],
  REMOTES_ROOT: [
    'remotes.json',
    'casino/1.0.0/entry.js',
    'casino/1.0.0/page.css',
    'casino/1.0.0/manifest.json',
  ],
} as const;
const SITE_PATHS: readonly string[] = [
  ...SITE.STATIC_ROOT.map((file) => `/${file}`),
  '/remotes.json',
  ...SITE.REMOTES_ROOT.map((file) => `/remotes/${file}`),
];
const FORGED = 'evil\r\n{"level":50,"msg":"forged"}\u001b[2J\u2028';

/** Writes the site's files; returns the environment of a server that serves them. */
async function createSite(folder: string): Promise<Record<string, string>> {
  const roots: Record<string, string> = {};
  for (const [variable, files] of Object.entries(SITE)) {
    roots[variable] = path.join(folder, 'site', variable);
    for (const file of files) {
      const place = path.join(roots[variable], file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, file.endsWith('.json') ? '{"remotes":{}}' : '/**/');
    }
  }
  return roots;
}

const scenarios: Scenario[] = [
  {
    id: 'F70',
    title: 'missing table',
    fault: 'a table is missing during a call',
    bound: '500 with a general message and an id that the log explains; no SQL, stack or path',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const failures: string[] = [];
      await cluster.owner.query('alter table jackpot_draws rename to jackpot_draws_away');
      let answer: RawAnswer;
      try {
        answer = await get(cluster.processes[0]!.url, '/api/v1/jackpot/draws');
      } finally {
        await cluster.owner.query('alter table jackpot_draws_away rename to jackpot_draws');
      }
      const { requestId = '?' } = answer.json as { requestId?: string };
      if (answer.status !== 500 || errorsOf(answer).length !== 1)
        failures.push(`${answer.status} ${answer.text}`);
      if (/jackpot_draws|select|relation|\.ts|at \w+ \(/i.test(answer.text))
        failures.push(`internal details: ${answer.text}`);
      for (const [name, value] of Object.entries(STRICT))
        if (!value.test(String(answer.headers[name]))) failures.push(`${name} is missing on 500`);
      const { log } = cluster.processes[0]!;
      const isExplained = (): boolean =>
        log.some((line) => line.includes(requestId) && line.includes('jackpot_draws'));
      if (!(await untilTrue(isExplained, 500))) failures.push('the log does not explain it');
      return { trials: 1, failures };
    },
  },
  {
    id: 'F71',
    title: 'CORS and security headers',
    fault: 'foreign origins on the API, pages, scripts, styles, images, remotes and documentation',
    bound:
      'CORS only for the remotes’ files; security headers everywhere, CSP on all but scripts and styles; no-store on the API',
    trials: { short: 1, long: 1, budgetS: 4 },
    async run({ cluster }) {
      const { accessToken: token } = await cluster.login('admin');
      const site = await createSite(cluster.folder);
      const server = await cluster.start({ environment: site, joins: false });
      await server.ready();
      const base = server.url;
      const failures: string[] = [];
      const paths = [
        ...SITE_PATHS,
        '/api/v1/user/me',
        '/api/v1/nope',
        '/api/v1/%zz',
        '/api/v1/transactions/report?from=x',
        `/api/v1/user/sub-account/${'9'.repeat(300)}`,
        '/api/v1/jackpot/draws',
        '/',
        '/home',
        '/missing.js',
        '/remotes/casino/1.0.0/missing.js',
        '/healthz',
        '/readyz',
        '/api/docs/',
        '/api/docs/json',
        '/gold_api',
        '/ws-jackpot/info',
        '/%5c..%5c..%5cetc%5cpasswd',
        '/../../etc/passwd',
        '/.env',
        '//evil.example/%2e%2e',
      ];
      let trials = 0;
      for (const path of paths) {
        for (const origin of ['https://evil.example', 'null', `${base}.evil.example`]) {
          for (const method of ['GET', 'OPTIONS']) {
            trials += 1;
            const answer = await send(base, {
              method,
              path,
              token,
              headers: {
                origin,
                'access-control-request-method': 'POST',
                'access-control-request-headers': 'authorization',
              },
            });
            const isSite = SITE_PATHS.includes(path) && method === 'GET';
            if (isSite && answer.status !== 200) failures.push(`${path} is not served: ${answer.status}`);
            // A shell on another origin may load remotes; their files contain no user data.
            const isRemotes =
              path.startsWith('/remotes/') && answer.headers['access-control-allow-origin'] === '*';
            const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
            if (granted.join() !== (isRemotes && isSite ? 'access-control-allow-origin' : ''))
              failures.push(`${method} ${path} grants ${granted.join()} to ${origin}`);
            for (const [name, value] of Object.entries(
              isSite && WITHOUT_POLICY.test(path) ? STRICT_OF_FILES : STRICT,
            ))
              if (!value.test(String(answer.headers[name])))
                failures.push(
                  `${method} ${path} (${answer.status}) lacks ${name}: ${String(answer.headers[name])}`,
                );
            if (path.startsWith('/api/v1') && answer.headers['cache-control'] !== 'no-store')
              failures.push(`${method} ${path} may be stored: ${answer.headers['cache-control']}`);
            if (path.startsWith('/api/v1') && 'vary' in answer.headers)
              failures.push(`${method} ${path} has a Vary header, although no origin is allowed`);
            if ('x-powered-by' in answer.headers || 'server' in answer.headers)
              failures.push(`${path} names its server`);
            if (/root:|PROVIDER_/.test(answer.text)) failures.push(`${path} discloses a file`);
          }
        }
      }
      await server.kill('SIGTERM');
      return { trials, failures: [...new Set(failures)] };
    },
  },
  {
    id: 'F72',
    title: 'log injection and secrets',
    fault: 'line breaks and terminal codes in names and headers; known passwords and tokens in requests',
    bound: 'each log line is one JSON object; no secret appears in the log',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const failures: string[] = [];
      const base = cluster.processes[0]!.url;
      const canaries = ['Canari2026secret', 'Canari2027secret', 'Canari2028secret'] as const;
      const users = await createHierarchy(cluster);
      const agent = await users.admin.signIn();
      await post(base, '/auth/login', { username: FORGED, password: canaries[0] });
      await post(base, '/auth/login', { username: canaries[0], password: FORGED });
      await post(base, '/auth/login', `{"username":"a","password":"${canaries[0]}"`, undefined);
      await post(
        base,
        '/auth/admin/register-client',
        { username: FORGED, password: canaries[1], balance: 0 },
        agent.accessToken,
      );
      await post(
        base,
        '/auth/admin/register-client',
        { username: users.client.username, password: canaries[1], balance: 0 },
        agent.accessToken,
        { 'user-agent': 'x\u009b31m', 'x-request-id': canaries[1] },
      );
      await setPassword(base, agent.accessToken, users.client.id, canaries[1]);
      const session = (
        await post(base, '/auth/login', { username: users.client.username, password: canaries[1] })
      ).json as { accessToken: string; refreshToken: string };
      await post(
        base,
        '/auth/change-password',
        { oldPassword: canaries[2], newPassword: canaries[2] },
        session.accessToken,
      );
      await get(base, `/api/v1/auth/validate-token?token=${session.accessToken}`);
      await get(base, `http://elsewhere/api/v1/auth/validate-token?token=${session.accessToken}`);
      await get(base, `/api/v1/nowhere?token=${session.accessToken}`);
      await get(base, `/api/v1/auth/validate-token%3ftoken=${session.accessToken}`).catch(() => undefined);
      await post(base, '/auth/refresh-token', { refreshToken: session.refreshToken });
      await post(base, '/auth/refresh-token', { refreshToken: `${session.refreshToken}x`, extra: 1 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const lines = cluster.processes.flatMap(({ log }) => log);
      for (const line of lines) {
        try {
          JSON.parse(line);
        } catch {
          failures.push(`not one JSON object: ${JSON.stringify(line.slice(0, 120))}`);
        }
      }
      const text = lines.join('\n');
      const signature = (token: string): string => token.split('.').at(-1)!;
      for (const secret of [
        ...canaries,
        agent.accessToken,
        signature(agent.accessToken),
        session.accessToken,
        session.refreshToken,
        'Client1234',
        '"msg":"forged"',
      ]) {
        if (text.includes(secret))
          failures.push(
            `in the log: ${secret.slice(0, 16)}… ${lines.find((line) => line.includes(secret))!.slice(0, 200)}`,
          );
      }
      await cluster.owner.query('delete from login_failures');
      return { trials: 14, failures: failures.slice(0, 20) };
    },
  },
  {
    id: 'F73',
    title: 'aborted requests',
    fault: 'clients that disconnect in the middle of a call',
    bound: 'no connection, transaction or lock remains',
    trials: { short: 60, long: 1_000, budgetS: 3 },
    async run({ cluster, random, trials, within }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const { hostname, port } = new URL(cluster.processes[0]!.url);
      const body = JSON.stringify({ receiverUsername: username, amount: 1, type: 'DEPOSIT' });
      const head = `POST /api/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const drop = (): Promise<void> =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            const whole = head + body;
            socket.write(
              whole.slice(0, random.pick([20, head.length, whole.length - 3, whole.length, whole.length])),
            );
            setTimeout(() => socket.destroy(), random.between(0, 8));
          });
          socket.on('error', () => undefined);
          socket.on('close', () => resolve());
        });
      for (let trial = 0; trial < trials; trial += 20) await Promise.all(Array.from({ length: 20 }, drop));
      const busy = async (): Promise<number> => {
        const { rows: found } = await cluster.owner.query<{ n: bigint }>(
          `select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and (state like 'idle in transaction%' or (state = 'active' and backend_type = 'client backend'))`,
        );
        return Number(found[0]!.n);
      };
      const isIdle = await untilTrue(async () => (await busy()) === 0, within(5_000));
      const failures = isIdle ? [] : ['transactions stayed open'];
      const after = await read(cluster.processes[0]!.url, '/user/me', accessToken);
      if (after.status !== 200) failures.push(`afterwards ${after.status}`);
      return { trials, failures };
    },
  },
];
export default scenarios;
