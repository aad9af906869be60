import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { CACHE_CONTROL } from '../http/cache-control';
import { isCallbackPath } from '../http/callback-path';
import type { Config } from '../config/config';
import { BARE_HEADERS } from '../http/raw-http-error';
import { POLICY_REPORTS_PATH } from './policy-reports';

const DOCS_PATH = /^\/api\/docs(\/|\?|$)/;
/**
 * Answers that are not pages get a short policy instead of the pages' list of origins, which is most of a
 * kilobyte and computed for each call.
 */
const API_PATH = /^\/api\//;
const POLICY_OF_ANSWERS = BARE_HEADERS['content-security-policy'];

/**
 * What neither the pages nor the games use. Games have fullscreen and autoplay; passkeys, the clipboard's
 * writing and all that browsers add later keep the browser's default, which is our origin alone.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** helmet itself, because its Fastify plugin evaluates the options for each request. */
const setterOf = (contentSecurityPolicy: NonNullable<HelmetOptions['contentSecurityPolicy']>) =>
  helmet({
    contentSecurityPolicy,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Read by no browser that Palier serves.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

/**
 * Strict headers on every answer: no inline script but the page's own (shell-page.ts), no embedding in other
 * pages, only trusted frames inside.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'PROVIDER_URL' | 'REMOTE_ORIGINS' | 'ALLOWED_FRAME_ORIGINS' | 'ALLOWED_IMAGE_ORIGINS'>,
): Promise<void> {
  const providerOrigin = new URL(config.PROVIDER_URL).origin;
  const remotes = config.REMOTE_ORIGINS;
  const setAnswerHeaders = setterOf(false);
  const setPageHeaders = setterOf({
    useDefaults: false,
    directives: {
      // Firefox checks preloaded files against this directive.
      defaultSrc: ["'self'", ...remotes],
      objectSrc: ["'none'"],
      mediaSrc: ["'none'"],
      scriptSrc: ["'self'", ...remotes],
      styleSrc: ["'self'", ...remotes],
      imgSrc: [
        "'self'",
        'data:',
        providerOrigin,
        ...config.ALLOWED_FRAME_ORIGINS,
        ...config.ALLOWED_IMAGE_ORIGINS,
        ...remotes,
      ],
      // In older browsers 'self' does not include WebSocket addresses.
      connectSrc: [
        "'self'",
        (request) => socketOriginsOf(request.headers.host),
        // Development servers use a WebSocket.
        ...remotes.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
      ],
      frameSrc: [...config.ALLOWED_FRAME_ORIGINS],
      // The socket's worker, and the service worker.
      workerSrc: ["'self'", 'blob:'],
      // Safari 15.4 does not know worker-src.
      childSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", ...remotes],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      // The shell's only policy, shell/src/script-policy.ts.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
      // Firefox and Safari do not know report-to.
      reportUri: [POLICY_REPORTS_PATH],
    },
  });
  app.addHook('onRequest', ({ url, raw }, reply, done) => {
    const isPage = !isAnswer(url);
    if (isPage) reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY);
    const setHeaders = isPage ? setPageHeaders : setAnswerHeaders;
    setHeaders(raw, reply.raw, (error) => done(error as Error | undefined));
  });

  app.addHook('onSend', async (request, reply) => {
    // Files and pages set their own cache-control; all other answers are for one caller.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    if (DOCS_PATH.test(request.url)) {
      // The documentation page has inline styles.
      void reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
          "connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    } else if (isAnswer(request.url)) {
      void reply.header('content-security-policy', POLICY_OF_ANSWERS);
    }
    // The library for files leaves the encoding of this XML out.
    if (reply.getHeader('content-type') === 'image/svg+xml')
      void reply.header('content-type', 'image/svg+xml; charset=utf-8');
    // An immutable file comes from caches, with the id of another request.
    if (reply.getHeader('cache-control') !== CACHE_CONTROL.immutable)
      void reply.header('x-request-id', request.id);
  });
}

const isAnswer = (url: string): boolean => API_PATH.test(url) || isCallbackPath(url);

const socketOriginsOf = (host: string | undefined): string =>
  host !== undefined && /^[\w.-]+(:\d+)?$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
