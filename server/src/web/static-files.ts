import type { Stats } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
// Declares the type of a route's option `hide`.
import type {} from '@fastify/swagger';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallbackPath } from '../http/callback-path';
import type { Config } from '../config/config';
import { CACHE_CONTROL } from '../http/cache-control';
import { answerError } from '../http/error-handler';
import { BARE_HEADERS } from '../http/raw-http-error';
import { addressNotFound } from '../refusals/refusal';
import { patternOf } from './dictionary-forms';
import { noRemotePublished } from './errors';
import { offerAsDictionary, sendDictionaryForms } from './send-dictionary-forms';
import { createShellPage, readText, type ReadRegistry } from './shell-page';

const COMPRESSED = /\.(br|gz)$/;
const HASHED_NAME = /\.[0-9a-f]{8,}\.[^/]+$/;
/** Statuses of a missing file; others (412, 416) concern an existing file. */
const MISSING_FILE: readonly (number | undefined)[] = [400, 403, 404, 414];
const SERVER_PATHS = /^\/(api|ws-jackpot|healthz|readyz|metrics|remotes|remotes\.json)(\/|$|\?)/;

/**
 * Headers that browsers evaluate for documents only. Left out of scripts and styles: they are more than a
 * kilobyte.
 */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
];

/** No file of the store is a document: a page in it would run scripts in the name of this origin. */
const POLICY_OF_REMOTES = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Of both folders. */
const FILE_OPTIONS = { preCompressed: true, index: false, dotfiles: 'ignore', cacheControl: false } as const;

/**
 * Left out of scripts and styles too, where they have as many bytes as the short policy: an ETag serves as
 * well.
 */
const DISPENSABLE_HEADERS = ['last-modified', 'accept-ranges'];

/** The policy of the service worker holds for its own calls: it fetches documents of our origin. */
const SERVICE_WORKER = /\/service-worker\.js(\.(br|gz))?$/;
const POLICY_OF_SERVICE_WORKER = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Gives scripts and styles the short policy of answers that are no pages (decision 0107). */
function setHeadersOfCode(reply: FastifyReply, file: string): void {
  if (!/\.(js|css)(\.(br|gz))?$/.test(file)) return;
  for (const name of DOCUMENT_HEADERS) reply.raw.removeHeader(name);
  for (const name of DISPENSABLE_HEADERS) reply.removeHeader(name);
  // Browsers never ask again for an immutable file.
  if (reply.getHeader('cache-control') === CACHE_CONTROL.immutable) void reply.removeHeader('etag');
  const policy = SERVICE_WORKER.test(file)
    ? POLICY_OF_SERVICE_WORKER
    : BARE_HEADERS['content-security-policy'];
  void reply.header('content-security-policy', policy);
}

/**
 * Throws a 404 unless `file` is a plain file inside the store: a published symbolic link could show any file
 * that this process can read. The store itself may be a link.
 */
async function requirePlainFile(store: string, file: string, stat: Stats): Promise<void> {
  const [found, root] = await Promise.all([file, store].map((name) => realpath(name).catch(() => '')));
  if (!stat.isFile() || found !== path.join(root ?? '', path.relative(store, file))) throw addressNotFound();
}

interface ReleaseStore {
  readonly readRegistry: ReadRegistry;
  /** Whether a file of the store is as its team signed it. */
  readonly isAsSigned: (file: string, stat: Stats) => Promise<boolean>;
}

/** The shell's files, its page on all other paths, and the remotes' releases. */
export async function serveStaticFiles(
  app: FastifyInstance,
  config: Pick<Config, 'STATIC_ROOT' | 'REMOTES_ROOT' | 'ALLOWED_FRAME_ORIGINS'>,
  store: ReleaseStore,
): Promise<void> {
  // Remotes may be published to the store after the server has started.
  await mkdir(config.REMOTES_ROOT, { recursive: true });
  // With a wrong folder the process becomes ready but serves no pages, so the log has a warning.
  for (const file of [
    path.join(config.STATIC_ROOT, 'index.html'),
    path.join(config.REMOTES_ROOT, 'remotes.json'),
  ])
    if ((await readText(file)) === null) app.log.warn({ file }, 'a file that pages need is missing');
  await serveReleases(app, path.resolve(config.REMOTES_ROOT), store);
  await serveShell(app, path.resolve(config.STATIC_ROOT), createShellPage(config, store.readRegistry));
}

/** The address of all versions of a file in the store, of whatever version of its remote. */
function patternOfRelease(file: string): string | null {
  const [remote = '', _version, ...rest] = file.replace(COMPRESSED, '').split(path.sep);
  const pattern = patternOf(rest.join('/'));
  return pattern === null ? null : `/remotes/${remote}/*/${pattern}`;
}

/** Versions in the store are never overwritten, so files under /remotes/ are immutable. */
async function serveReleases(
  app: FastifyInstance,
  root: string,
  { readRegistry, isAsSigned }: ReleaseStore,
): Promise<void> {
  async function requireSendable(file: string, stat: Stats): Promise<void> {
    await requirePlainFile(root, file, stat);
    if (await isAsSigned(file, stat)) return;
    app.log.error({ file }, 'a file of the release store is not as its team signed it: not sent');
    throw addressNotFound();
  }
  function setHeaders(reply: FastifyReply, file: string): void {
    void reply.header(
      'cache-control',
      file.endsWith('.json') ? CACHE_CONTROL.revalidated : CACHE_CONTROL.immutable,
    );
    void reply.header('content-security-policy', POLICY_OF_REMOTES);
    // A shell on another origin may load the files: they contain no user data.
    void reply.header('access-control-allow-origin', '*');
    setHeadersOfCode(reply, file);
    offerAsDictionary(reply, patternOfRelease(path.relative(root, file)));
  }
  await app.register(async (files) => {
    sendDictionaryForms(files, { root, prefix: '/remotes/', requireSendable, setHeaders });
    await files.register(fastifyStatic, {
      root,
      prefix: '/remotes/',
      decorateReply: false,
      onFile: requireSendable,
      ...FILE_OPTIONS,
      setHeaders,
    });
  });
  app.get('/remotes.json', { schema: { hide: true } }, async (_request, reply) => {
    const registry = await readRegistry();
    if (registry === null) throw noRemotePublished();
    return reply
      .header('cache-control', CACHE_CONTROL.revalidated)
      .type('application/json')
      .send(registry.text);
  });
}

/** Whether the path belongs to the router in the page. */
const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !SERVER_PATHS.test(request.url) &&
  !isCallbackPath(request.url) &&
  // A missing script must not be answered with a page.
  !/\.(js|css|map|json|svg|png|ico|webmanifest|woff2?|br|gz|dcz)$/.test(request.url.split('?')[0] ?? '');

async function serveShell(
  app: FastifyInstance,
  root: string,
  page: ReturnType<typeof createShellPage>,
): Promise<void> {
  for (const address of ['/', '/index.html']) app.get(address, { schema: { hide: true } }, page);
  await app.register(async (files) => {
    // Paths that are not valid file names (too long, %00) get the page, like other unknown paths.
    files.setErrorHandler((error: FastifyError, request, reply) =>
      MISSING_FILE.includes(error.statusCode) && wantsPage(request)
        ? page(request, reply.code(200))
        : answerError(error, request, reply),
    );
    const setHeaders = (reply: FastifyReply, file: string): void => {
      void reply.header(
        'cache-control',
        HASHED_NAME.test(file) ? CACHE_CONTROL.immutable : CACHE_CONTROL.revalidated,
      );
      setHeadersOfCode(reply, file);
      const pattern = patternOf(path.relative(root, file).replace(COMPRESSED, ''));
      offerAsDictionary(reply, pattern === null ? null : `/${pattern}`);
    };
    sendDictionaryForms(files, { root, prefix: '/', setHeaders });
    await files.register(fastifyStatic, {
      root,
      prefix: '/',
      decorateReply: false,
      ...FILE_OPTIONS,
      setHeaders,
    });
  });
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return page(request, reply);
    throw addressNotFound();
  });
}
