import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallbackPath } from '../config/callback-path';
import type { Config } from '../config/config';
import { answerError } from '../http/error-handler';
import { Refusal } from '../refusals/refusal';
import { createShellPage, readText } from './shell-page';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HASHED = /\.[0-9a-f]{8,}\.[^/]+$/;
/** Answers to an address that no file has; others (412, 416) are about a file that is there. */
const NO_FILE: readonly (number | undefined)[] = [400, 403, 404, 414];
const SERVER_PATHS = /^\/(api|ws-jackpot|healthz|readyz|metrics|remotes|remotes\.json)(\/|$|\?)/;

/**
 * What the browser reads of a document only. With the policy's list of origins it is more than a kilobyte, which a slow
 * line would carry again beside each script and style.
 */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

function dropDocumentHeaders(reply: FastifyReply, file: string): void {
  if (!/\.(js|css)(\.(br|gz))?$/.test(file)) return;
  for (const name of FOR_DOCUMENTS) reply.raw.removeHeader(name);
}

/** The shell, its page on every other path, and the remotes' releases (sections 8 and 10 of docs/design.md). */
export async function serveStaticFiles(app: FastifyInstance, config: Config): Promise<void> {
  const page = createShellPage(config);

  // The store may be published to after the server has started.
  await mkdir(config.REMOTES_ROOT, { recursive: true });
  // Nothing else tells of a folder that was named wrongly: the process is ready, and of no use to a browser.
  for (const file of [
    path.join(config.STATIC_ROOT, 'index.html'),
    path.join(config.REMOTES_ROOT, 'remotes.json'),
  ])
    if ((await readText(file)) === null) app.log.warn({ file }, 'pages want this file, which is not there');
  // Versions in the store are never overwritten, so everything under /remotes/ may be kept for ever.
  await app.register(fastifyStatic, {
    root: path.resolve(config.REMOTES_ROOT),
    prefix: '/remotes/',
    preCompressed: true,
    index: false,
    // The store's history is for its operators.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, file) {
      void reply.header('cache-control', file.endsWith('.json') ? 'no-cache' : IMMUTABLE);
      // A shell on another origin may load them; they hold nothing of anybody's.
      void reply.header('access-control-allow-origin', '*');
      dropDocumentHeaders(reply, file);
    },
  });
  app.get('/remotes.json', { schema: { hide: true } }, async (_request, reply) => {
    const registry = await readText(path.join(config.REMOTES_ROOT, 'remotes.json'));
    if (registry === null) throw new Refusal('not-found', 'Aucun module publié.');
    return reply.header('cache-control', 'no-cache').type('application/json').send(registry);
  });

  for (const address of ['/', '/index.html']) app.get(address, { schema: { hide: true } }, page);
  const wantsPage = (request: FastifyRequest): boolean =>
    (request.method === 'GET' || request.method === 'HEAD') &&
    !SERVER_PATHS.test(request.url) &&
    !isCallbackPath(request.url) &&
    // A missing script must not be answered with a page.
    !/\.(js|css|map|json|svg|png|ico|woff2?|br|gz)$/.test(request.url.split('?')[0] ?? '');
  await app.register(async (files) => {
    // What can be no file's name (too long, %00) is an address like any other: the page has a screen for those.
    files.setErrorHandler((error: FastifyError, request, reply) =>
      NO_FILE.includes(error.statusCode) && wantsPage(request)
        ? page(request, reply.code(200))
        : answerError(error, request, reply),
    );
    await files.register(fastifyStatic, {
      root: path.resolve(config.STATIC_ROOT),
      prefix: '/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, file) {
        void reply.header('cache-control', HASHED.test(file) ? IMMUTABLE : 'no-cache');
        dropDocumentHeaders(reply, file);
      },
    });
  });
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return page(request, reply);
    throw new Refusal('not-found', 'Adresse introuvable.');
  });
}
