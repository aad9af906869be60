import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { CommandError } from '@palier/scripts/command';
import type { Registry } from '../registry';
import type { ShellSource } from './shell-source';

/** The file types of a build (bundler/base-config.mjs); every other address answers the page. */
const TYPES: Record<string, string> = {
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

/** The registry in the shell's page: the placeholder of the build, or the script element of the live server. */
const REGISTRY_PLACEHOLDER =
  /<!--remotes.*?-->|<script type="application\/json" id="palier-remotes">.*?<\/script>/s;

export interface TestSite {
  readonly origin: string;
  close(): Promise<void>;
}

interface TestSiteOptions {
  readonly shell: ShellSource;
  readonly storeRoot: string;
  readonly registry: Registry;
}

/** The access token of a signed-in user with `role`. */
export const tokenOf = (role: string): string => `gate.${role}`;

/**
 * Serves the shell with `registry` in place of the live one. The site's API accepts every token and answers all other calls with 503: a
 * screen must mount without data too. Throws a CommandError when the shell's page has no place for the registry.
 */
export async function startTestSite({ shell, storeRoot, registry }: TestSiteOptions): Promise<TestSite> {
  const origins = [...new Set(Object.values(registry.remotes).flatMap(({ origin }) => origin ?? []))];
  const own = ["'self'", ...origins].join(' ');
  // The policy of the live page, or one as strict as the server's (security-headers.ts) that allows all origins of remotes.
  const policy =
    shell.policy ??
    `default-src 'none'; script-src ${own}; style-src ${own}; img-src ${own} data:; connect-src ${own}; font-src ${own}; worker-src blob:`;
  const document = JSON.stringify(registry);
  const page = insertRegistry(document, (await shell.read('index.html')).toString());

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const send = (status: number, type: string, body: string | Buffer): void =>
      void reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);

    if (pathname.startsWith('/api/')) {
      const [status, body] = apiAnswer(pathname, request.headers.authorization);
      return send(status, 'application/json', JSON.stringify(body));
    }
    if (pathname === '/remotes.json') return send(200, 'application/json', document);
    const type = TYPES[extname(pathname)];
    if (type === undefined) {
      reply.setHeader('content-security-policy', policy);
      return send(200, 'text/html; charset=utf-8', page);
    }
    const path = normalize(decodeURIComponent(pathname));
    const content = path.startsWith('/remotes/')
      ? await readFile(join(storeRoot, path.slice('/remotes/'.length)))
      : await shell.read(path.slice(1));
    send(200, type, content);
  }

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.writeHead(404).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function insertRegistry(document: string, page: string): string {
  if (!REGISTRY_PLACEHOLDER.test(page))
    throw new CommandError(
      "The shell's page has no place for the registry, so the candidate cannot be tested in it.",
      'Give --shell the address or folder of a Palier shell, or build the shell again: npm run build',
    );
  const inlined = `<script type="application/json" id="palier-remotes">${document.replaceAll('<', '\\u003c')}</script>`;
  return page.replace(REGISTRY_PLACEHOLDER, () => inlined);
}

function apiAnswer(pathname: string, authorization = ''): [status: number, body: object] {
  const roleName = /^Bearer gate\.(\w+)$/.exec(authorization)?.[1] ?? 'ROLE_CLIENT';
  if (pathname.endsWith('/auth/validate-token')) return [200, { valid: true }];
  if (pathname.endsWith('/user/me'))
    return [200, { id: 1, username: 'gate', balance: 0, active: true, roleName, parentId: null }];
  return [503, { errors: ['Le service est momentanément indisponible.'], code: 'unavailable' }];
}
