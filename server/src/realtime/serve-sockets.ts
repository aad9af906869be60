import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { TrustsProxy } from '../config/trusted-proxies';
import { batchReads } from '../concurrency/batch-reads';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { asksForOtherProtocol, serveWithoutUpgrade } from '../http/ignore-upgrade';
import { addressOf, networkOf } from '../http/caller-address';
import { readHostCookie, setHostCookie } from '../http/host-cookie';
import type { ShutdownState } from '../http/graceful-shutdown';
import { endWithRefusal, refuseHandshake } from '../http/raw-http-error';
import { addressNotFound, unavailable } from '../refusals/refusal';
import type { Authentication } from '../sessions/authenticate';
import { findWhichAreChildren } from '../users/user.repository';
import { originRefused, unknownSession } from './errors';
import { createHeartbeatClock } from './heartbeat-clock';
import type { SocketHub } from './hub';
import { pollDatabase } from './poll-database';
import type { ConnectionContext } from './stomp-connection';
import { createUnauthenticatedSockets } from './unauthenticated-sockets';
import { serveWebSocket } from './websocket-transport';
import { createXhrSessions } from './xhr-sessions';

const MAX_PAYLOAD_BYTES = 16 * 1024;
const MAX_FRAGMENTS = 64;
/** Per process; further sockets are refused and connect to another process (docs/scale.md). */
const MAX_SOCKETS = 20_000;
const CLOSE_PATIENCE_MS = 500;
const WEBSOCKET_PATH = /^\/ws-jackpot\/[^/.]{1,64}\/[^/.]{1,64}\/websocket$/;
const BROWSER_COOKIE = 'palier-socket';
const BROWSER_ID = /^[\w-]{32}$/;
const HIDDEN = { hide: true } as object;

interface SocketDependencies {
  readonly pool: Queryable;
  readonly hub: SocketHub;
  readonly findCaller: Authentication['findCaller'];
  readonly deliverWins: (userId: number) => void;
  readonly sendBalance: (userId: number) => void;
  readonly sendNotices: (userId: number) => void;
  readonly trustedProxies: TrustsProxy | null;
  readonly shutdown: ShutdownState;
}

/**
 * The SockJS endpoint /ws-jackpot (section 7 of docs/spec-coverage.md) with the transports websocket,
 * xhr_streaming and xhr, for pages of our own origin and for programs, which send no Origin. A process that
 * shuts down accepts no further sockets.
 */
export function serveSockets(app: App, dependencies: SocketDependencies): void {
  const { pool, hub, findCaller, deliverWins, sendBalance, sendNotices, trustedProxies, shutdown } =
    dependencies;
  const context: ConnectionContext = {
    hub,
    findCaller,
    deliverWins,
    sendBalance,
    sendNotices,
    // Shared by all sockets: however many SUBSCRIBE frames arrive, the process makes two reads at a time.
    isChild: batchReads((pairs) => findWhichAreChildren(pool, pairs)),
    clock: createHeartbeatClock(),
    unauthenticated: createUnauthenticatedSockets(),
    log: app.log,
  };
  const polling = pollDatabase({ hub, pool, deliverWins, sendNotices, log: app.log });

  serveInfo(app);
  const xhr = serveXhr(app, context);

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    maxFragments: MAX_FRAGMENTS,
    // One message at a time: a chunk can hold ten thousand, and other calls are served between them.
    allowSynchronousEvents: false,
    perMessageDeflate: false,
  });
  server.on('wsClientError', refuseHandshake);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (asksForOtherProtocol(request)) return serveWithoutUpgrade(app.server, request, socket, head);
    const destroy = (): void => void socket.destroy();
    socket.on('error', destroy);
    if (!WEBSOCKET_PATH.test((request.url ?? '').split('?')[0] ?? ''))
      return endWithRefusal(socket, 404, addressNotFound());
    if (isForeign(request.headers)) return endWithRefusal(socket, 403, originRefused());
    const network = networkOf(addressOf(request, trustedProxies));
    const isFull = server.clients.size >= MAX_SOCKETS || !context.unauthenticated.hasRoom(network);
    if (shutdown.isShuttingDown() || isFull) return endWithRefusal(socket, 503, unavailable());
    server.handleUpgrade(request, socket, head, (webSocket) => {
      // From here on, ws listens itself.
      socket.off('error', destroy);
      serveWebSocket(webSocket, socket, context, network);
    });
  });

  // Spread over the delay, so that the pages do not all reconnect at once.
  shutdown.onStart((delayMs) => {
    for (const client of server.clients)
      setTimeout(() => client.close(1001), Math.random() * delayMs).unref();
  });
  // Before Fastify waits for connections to end: open sockets do not end by themselves.
  app.addHook('preClose', async () => {
    polling.stop();
    context.clock.stop();
    hub.closeAll();
    xhr.closeAll();
    for (const client of server.clients) client.close(1001);
    setTimeout(() => server.clients.forEach((client) => client.terminate()), CLOSE_PATIENCE_MS).unref();
  });
}

function serveInfo(app: App): void {
  app.get('/ws-jackpot/info', { schema: HIDDEN }, async (request, reply) => {
    refuseForeign(request);
    // Binds XHR sessions to the browser: the id of a session alone does not give access to it.
    if (browserOf(request) === null) {
      const value = randomBytes(24).toString('base64url');
      setHostCookie(request, reply, { name: BROWSER_COOKIE, value, path: '/ws-jackpot' });
    }
    void reply.header('cache-control', 'no-store');
    return { websocket: true, origins: ['*:*'], cookie_needed: true, entropy: randomInt(2 ** 32 - 1) };
  });
}

function serveXhr(app: App, context: ConnectionContext): ReturnType<typeof createXhrSessions> {
  const xhr = createXhrSessions(context);
  const params = z.object({
    server: z.string().check(z.regex(/^[^/.]{1,64}$/)),
    session: z.string().check(z.regex(/^[^/.]{8,64}$/)),
  });
  const schema = { ...HIDDEN, params };
  app.register(async (scope) => {
    // SockJS posts its JSON as text/plain, which needs no preflight.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_PAYLOAD_BYTES },
      (_request, text, done) => done(null, text),
    );
    const routes = scope as unknown as App;
    const poll = (isStreaming: boolean) => (request: FastifyRequest, reply: FastifyReply) => {
      const caller = { browser: requireBrowser(request), network: networkOf(request.ip) };
      xhr.open((request.params as { session: string }).session, caller, reply, isStreaming);
    };
    routes.post('/ws-jackpot/:server/:session/xhr_streaming', { schema }, poll(true));
    routes.post('/ws-jackpot/:server/:session/xhr', { schema }, poll(false));
    routes.post('/ws-jackpot/:server/:session/xhr_send', { schema }, async (request, reply) => {
      const message = typeof request.body === 'string' ? request.body : '';
      xhr.receive(request.params.session, requireBrowser(request), message);
      return reply.status(204).send();
    });
  });
  return xhr;
}

function browserOf(request: FastifyRequest): string | null {
  const value = readHostCookie(request, BROWSER_COOKIE) ?? '';
  return BROWSER_ID.test(value) ? value : null;
}

function requireBrowser(request: FastifyRequest): string {
  refuseForeign(request);
  const browser = browserOf(request);
  if (browser === null) throw unknownSession();
  return browser;
}

function refuseForeign(request: FastifyRequest): void {
  if (isForeign(request.headers)) throw originRefused();
}

/**
 * Whether a request comes from a page of another origin. Programs send no Origin, so they are not foreign.
 */
function isForeign(headers: IncomingMessage['headers']): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
