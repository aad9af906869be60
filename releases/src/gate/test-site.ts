import { extname, normalize } from 'node:path';
import fastify from 'fastify';
import { CommandError } from '@palier/base/command';
import { cspHashOfInlineScript } from '@palier/server/remotes';
import type { Registry } from '@palier/shared/contracts/releases';
import type { Store } from '../store';
import { readFiles } from '../versions';
import type { ShellSource } from './shell-source';
import { roleOf } from './gate-job';

/** The file types of a build (bundler/base-config.mjs); every other address answers the page. */
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
};

/**
 * The registry in the shell's page: the placeholder of the build, or the script element of the live server.
 */
const REGISTRY_PLACEHOLDER =
  /<!--remotes.*?-->|<script type="application\/json" id="palier-remotes">.*?<\/script>/s;

export interface TestSite {
  readonly origin: string;
  /** What the content security policy refused first, of workers too, or null. */
  readonly violation: () => string | null;
  close(): Promise<void>;
}

interface TestSiteOptions {
  readonly shell: ShellSource;
  readonly store: Store;
  readonly registry: Registry;
}

/**
 * Serves the shell with `registry` in place of the live one. The site's API accepts every token and answers
 * all other calls with 503: a screen must mount without data too. Throws a CommandError when the shell's page
 * has no place for the registry.
 */
export async function startTestSite({ shell, store, registry }: TestSiteOptions): Promise<TestSite> {
  const origins = [...new Set(Object.values(registry.remotes).flatMap(({ origin }) => origin ?? []))];
  const own = ["'self'", ...origins].join(' ');
  const shellPage = (await shell.read('index.html')).toString();
  const scripts = own + cspHashOfInlineScript(shellPage);
  // The policy of the live page, or one as strict as the server's (security-headers.ts) that allows all
  // origins of remotes.
  const policy =
    shell.policy ??
    `default-src 'none'; script-src ${scripts}; style-src ${own}; img-src ${own} data:; connect-src ` +
      `${own}; font-src ${own}; worker-src 'self' blob:; require-trusted-types-for 'script'; ` +
      'trusted-types default; report-uri /api/policy-reports';
  const remotes = await readActiveFiles(store, registry);
  const document = JSON.stringify(registry);
  const page = insertRegistry(document, shellPage);

  const app = fastify({ forceCloseConnections: true });
  // The calls of a page have bodies of any type, which are not read, but for reports of the policy: the
  // console of the page has none of its workers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addContentTypeParser(POLICY_REPORT, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  let violation: string | null = null;
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  app.all('/*', async ({ url, headers, body }, reply) => {
    const { pathname } = new URL(url, 'http://site');
    if (typeof body === 'string') violation ??= describeReport(body);
    void reply.header('cache-control', 'no-store');
    if (pathname.startsWith('/api/')) {
      const [status, body] = apiAnswer(pathname, headers.authorization);
      return reply.code(status).send(body);
    }
    if (pathname === '/remotes.json') return reply.type('application/json').send(document);
    const type = CONTENT_TYPES[extname(pathname)];
    if (type === undefined)
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
    const path = normalize(decodeURIComponent(pathname));
    const content = path.startsWith('/remotes/') ? remotes.get(path) : await shell.read(path.slice(1));
    return content === undefined ? reply.code(404).send() : reply.type(type).send(content);
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin, violation: () => violation, close: () => app.close() };
}

const POLICY_REPORT = 'application/csp-report';

/** The refused address in a report, which a page may have written itself. */
function describeReport(report: string): string {
  try {
    const { 'csp-report': content } = Object(JSON.parse(report)) as { 'csp-report'?: unknown };
    const { 'blocked-uri': address } = Object(content) as { 'blocked-uri'?: unknown };
    return typeof address === 'string' ? address : 'an address';
  } catch {
    return 'an address';
  }
}

/** The files of the active versions, by their addresses; none of dot folders, as on the server. */
async function readActiveFiles(store: Store, { remotes }: Registry): Promise<Map<string, Buffer>> {
  const all = new Map<string, Buffer>();
  for (const [name, { active }] of Object.entries(remotes))
    for (const [path, content] of await readFiles(store, name, active))
      if (!path.startsWith('.')) all.set(`/remotes/${name}/${active}/${path}`, content);
  return all;
}

function insertRegistry(document: string, page: string): string {
  if (!REGISTRY_PLACEHOLDER.test(page))
    throw new CommandError(
      "The shell's page has no place for the registry, so the candidate cannot be tested in it.",
      'Give --shell the address or folder of a Palier shell, or build the shell again: npm run build',
    );
  const inlined =
    '<script type="application/json" ' +
    `id="palier-remotes">${document.replaceAll('<', '\\u003c')}</script>`;
  return page.replace(REGISTRY_PLACEHOLDER, () => inlined);
}

function apiAnswer(pathname: string, authorization = ''): [status: number, body: object] {
  const roleName = roleOf(authorization);
  if (pathname.endsWith('/auth/validate-token')) return [200, { valid: true }];
  if (pathname.endsWith('/user/me'))
    return [200, { id: 1, username: 'gate', balance: 0, active: true, roleName, parentId: null }];
  return [503, { errors: ['Le service est momentanément indisponible.'], code: 'unavailable' }];
}
