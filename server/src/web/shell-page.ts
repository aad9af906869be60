import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry, ReleasedVersion } from '@palier/shared/contracts/releases';
import { listScreens, type Screen } from '@palier/shared/contracts/screens';
import { isOrigin } from '../config/allowed-origin';
import type { Config } from '../config/config';
import { CACHE_CONTROL } from '../http/cache-control';

import { pageNotBuilt } from './errors';
import { cspHashOfInlineScript } from './inline-script';

/** The place of the registry in the shell's page. */
const MARKER = '<!--remotes-->';

/** The registry of remotes, as pages get it; null without one: pages then fetch it. */
interface PageRegistry {
  readonly text: string;
  readonly pageText: string;
  readonly registry: Pick<Registry, 'remotes'>;
}
export type ReadRegistry = () => Promise<PageRegistry | null>;

/**
 * Sends the shell's page with the registry inlined at its marker and links that preload the remote of the
 * requested path, whose files then load in parallel with the shell's.
 */
export function createShellPage(
  config: Pick<Config, 'STATIC_ROOT' | 'ALLOWED_FRAME_ORIGINS'>,
  readRegistry: ReadRegistry,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let stamp = '';
  const pages = new Map<string, { html: Buffer; brotli: Buffer }>();
  let template = '';
  let scriptHash = '';
  let held: PageRegistry | null = null;
  let screens: readonly Screen[] = [];
  const pageFile = path.join(config.STATIC_ROOT, 'index.html');
  // Games, and often their banners, come from these origins: browsers connect to them while the scripts load.
  // A pattern names no host to connect to.
  const preconnect = config.ALLOWED_FRAME_ORIGINS.filter(isOrigin)
    .map((origin) => `<${origin}>; rel=preconnect`)
    .join(', ');

  async function reloadIfChanged(): Promise<void> {
    const found = await readRegistry();
    const now = await stampOf(pageFile);
    if (now === stamp && found?.pageText === held?.pageText) return;
    const html = await readText(pageFile);
    if (html === null) throw pageNotBuilt();
    template = html;
    scriptHash = cspHashOfInlineScript(html);
    held = found;
    screens = listScreens(found?.registry.remotes ?? {}, () => undefined);
    pages.clear();
    stamp = now;
  }

  return async (request, reply) => {
    await reloadIfChanged();
    const pathname = request.url.split('?')[0] ?? '';
    const remote = screens.find((screen) => matches(screen.path, pathname))?.remote ?? '';
    let page = pages.get(remote);
    if (page === undefined) {
      const html = Buffer.from(
        held === null ? template : template.replace(MARKER, () => registryInPage(held!, remote)),
      );
      page = { html, brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) };
      pages.set(remote, page);
    }
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (preconnect !== '') void reply.header('link', preconnect);
    if (takesBrotli) void reply.header('content-encoding', 'br');
    allowScript(reply, scriptHash);
    return reply
      .header('cache-control', CACHE_CONTROL.revalidated)
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(takesBrotli ? page.brotli : page.html);
  };
}

/** Adds to the policy that the hook of the security headers has set. */
function allowScript(reply: FastifyReply, hash: string): void {
  const policy = reply.raw.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  void reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", (found) => found + hash),
  );
}

const matches = (pattern: string, pathname: string): boolean =>
  new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i').test(pathname);

/** `<` is escaped because it could close the element. */
const registryElement = (registry: string): string =>
  '<script type="application/json" id="palier-remotes">' +
  `${registry.trim().replaceAll('<', '\\u003c')}</script>`;

const registryInPage = ({ pageText, registry }: PageRegistry, remote: string): string =>
  registryElement(pageText) + preloadLinks(registry, remote);

/** Links for a remote's active version; none when the registry does not name it. */
function preloadLinks({ remotes }: Pick<Registry, 'remotes'>, remote: string): string {
  const named = remotes[remote];
  const files = named?.versions[named.active];
  if (files === undefined) return '';
  return [
    link(files, files.entry, 'script'),
    ...files.preload.map((href) => link(files, href, 'script')),
    ...files.styles.map((href) => link(files, href, 'style')),
  ].join('');
}

/**
 * The same attributes as in `shell/src/remotes/link-files.ts`: a preload with other attributes fetches the
 * file twice.
 */
function link(files: ReleasedVersion, href: string, as: 'script' | 'style'): string {
  const hash = files.integrity[href];
  const isForeign = /^https?:/.test(href);
  return (
    `<link rel="preload" as="${as}" href="${attribute(href)}"` +
    (isForeign ? ' crossorigin="anonymous"' : '') +
    (hash === undefined ? '>' : ` integrity="${attribute(hash)}">`)
  );
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const stampOf = (file: string): Promise<string> =>
  stat(file).then(
    (found) => `${found.mtimeMs}:${found.size}:${found.ino}`,
    () => 'absent',
  );

export const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);
