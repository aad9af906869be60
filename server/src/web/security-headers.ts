import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { isCallbackPath } from '../config/callback-path';
import type { Config } from '../config/config';
import { BARE_HEADERS } from '../http/raw-http-error';

const DOCS = /^\/api\/docs(\/|$)/;
/** Answers that are no pages: the page's list of origins is most of a kilobyte, which a slow line would carry with each. */
const API = /^\/api\//;
const POLICY_OF_ANSWERS = BARE_HEADERS['content-security-policy'];

/** Strict headers on every answer: no inline script, no frame around us, only trusted frames inside (section 10 of docs/design.md). */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const providerOrigin = new URL(config.PROVIDER_URL).origin;
  const remotes = config.REMOTE_ORIGINS;
  // The library itself: its Fastify plugin reads the options anew for every call.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // All that has no line of its own here is a file fetched ahead, for which Firefox looks at this one alone.
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
        // Older browsers do not take 'self' for WebSocket addresses.
        connectSrc: [
          "'self'",
          (request) => socketOriginsOf(request.headers.host),
          // A dev server speaks to its page over a socket.
          ...remotes.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
        ],
        frameSrc: [...config.ALLOWED_FRAME_ORIGINS],
        workerSrc: ['blob:'],
        // Safari 15.4 knows workers by this name alone.
        childSrc: ['blob:'],
        fontSrc: ["'self'", ...remotes],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // The provider's frame is another origin and stays one; it needs no isolation from its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (request, reply, done) =>
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  );

  app.addHook('onSend', async (request, reply) => {
    // Files and pages say how long they may be kept; whatever says nothing is an answer to one caller.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    const path = request.url.split('?')[0] ?? '';
    if (DOCS.test(path)) {
      // The documentation's page styles itself inline; nothing else is loosened.
      void reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    } else if (API.test(path) || isCallbackPath(path)) {
      void reply.header('content-security-policy', POLICY_OF_ANSWERS);
    }
    void reply.header('x-request-id', request.id);
  });
}

const socketOriginsOf = (host: string | undefined): string =>
  host !== undefined && /^[\w.-]+(:\d+)?$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
