import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { CommandError } from '@palier/scripts/command';
import type { Registry } from '../registry';
import type { ShellSource } from './shell-source';

/** Of the files that a build may leave (bundler/base-config.mjs); every other address is the page's. */
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

/** Where the shell's page bears the registry: the place it is built with, or what the live server has put there. */
const REGISTRY_PLACE =
  /<!--remotes.*?-->|<script type="application\/json" id="palier-remotes">.*?<\/script>/s;

export interface GateSite {
  readonly origin: string;
  close(): Promise<void>;
}

interface GateSiteOptions {
  readonly shell: ShellSource;
  readonly storeRoot: string;
  readonly registry: Registry;
}

/** The bearer token that the gate signs in with: the role it stands for. */
export const tokenOf = (role: string): string => `gate.${role}`;

/**
 * The live shell on a port of its own, with `registry` in place of the live one. The API admits whoever asks and has
 * nothing else to say: a screen must stand without its data too. Throws a CommandError when the shell's page has no place for it.
 */
export async function startGateSite({ shell, storeRoot, registry }: GateSiteOptions): Promise<GateSite> {
  const origins = [...new Set(Object.values(registry.remotes).flatMap(({ origin }) => origin ?? []))];
  const own = ["'self'", ...origins].join(' ');
  // The live page's own, or else one as strict as the server's (security-headers.ts) that knows all origins.
  const policy =
    shell.policy ??
    `default-src 'none'; script-src ${own}; style-src ${own}; img-src ${own} data:; connect-src ${own}; font-src ${own}; worker-src blob:`;
  const document = JSON.stringify(registry);
  const page = pageWith(document, (await shell.read('index.html')).toString());

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://gate');
    const send = (status: number, type: string, body: string | Buffer): void =>
      void reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);

    if (pathname.startsWith('/api/')) {
      const [status, body] = answerOfApi(pathname, request.headers.authorization);
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

function pageWith(document: string, page: string): string {
  if (!REGISTRY_PLACE.test(page))
    throw new CommandError(
      "The shell's page has no place for the registry, so the candidate would not be what is tested.",
      'Give --shell the address or the folder of a Palier shell, or build it again: npm run build',
    );
  const inlined = `<script type="application/json" id="palier-remotes">${document.replaceAll('<', '\\u003c')}</script>`;
  return page.replace(REGISTRY_PLACE, () => inlined);
}

function answerOfApi(pathname: string, authorization = ''): [status: number, body: object] {
  const roleName = /^Bearer gate\.(\w+)$/.exec(authorization)?.[1] ?? 'ROLE_CLIENT';
  if (pathname.endsWith('/auth/validate-token')) return [200, { valid: true }];
  if (pathname.endsWith('/user/me'))
    return [200, { id: 1, username: 'gate', balance: 0, active: true, roleName, parentId: null }];
  return [503, { errors: ['Le service est momentanément indisponible.'], code: 'unavailable' }];
}
