import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { addressOf, networkOf, trustedProxiesOf } from '../config/caller-address';
import { endWithRefusal, refuseHandshake } from '../http/raw-http-error';
import { Refusal, unavailable } from '../refusals/refusal';
import type { Leaving } from '../http/graceful-shutdown';
import type { Services } from '../services';
import { createPendingSockets } from './unauthenticated-sockets';
import { isForeign } from './origin';
import { createPulse } from './heartbeat-clock';
import { watchDatabase } from './poll-revocations-and-wins';
import { serveWebSocket } from './websocket-transport';
import { createXhrSessions } from './xhr-sessions';

const MAX_PAYLOAD_BYTES = 16 * 1024;
/** What one process carries; a further socket is sent elsewhere (docs/scale.md). */
const MAX_SOCKETS = 20_000;
const WEBSOCKET_PATH = /^\/ws-jackpot\/[^/.]{1,64}\/[^/.]{1,64}\/websocket$/;
const HOLDER_COOKIE = 'palier-socket';
const HOLDER = new RegExp(`(?:^|;\\s*)${HOLDER_COOKIE}=([\\w-]{32})(?:;|$)`);

/**
 * The SockJS endpoint /ws-jackpot (section 7 of docs/spec-coverage.md): websocket, xhr_streaming and xhr, nothing else. Only pages of our
 * own
 * origin, or programs without one, may use it. A process that leaves takes no further socket, which it would soon cut.
 */
export function serveSockets(app: App, services: Services, { isLeaving }: Leaving): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
  });
  const context = { services, pulse: createPulse(), pendingSockets: createPendingSockets(), log: app.log };
  const trusted = trustedProxiesOf(services.config);
  const xhr = createXhrSessions(context);
  const hidden = { hide: true } as object;

  app.get('/ws-jackpot/info', { schema: hidden }, async (request, reply) => {
    refuseForeign(request);
    // Whoever learns a session's id still lacks the cookie of the browser that opened it.
    if (holderOf(request) === null) {
      const attributes = `Path=/ws-jackpot; HttpOnly; SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`;
      void reply.header(
        'set-cookie',
        `${HOLDER_COOKIE}=${randomBytes(24).toString('base64url')}; ${attributes}`,
      );
    }
    void reply.header('cache-control', 'no-store');
    return { websocket: true, origins: ['*:*'], cookie_needed: true, entropy: randomInt(2 ** 32 - 1) };
  });

  const params = z.object({
    server: z.string().check(z.regex(/^[^/.]{1,64}$/)),
    session: z.string().check(z.regex(/^[^/.]{8,64}$/)),
  });
  app.register(async (scope) => {
    // SockJS posts its JSON as text/plain to stay a simple request.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_PAYLOAD_BYTES },
      (_request, text, done) => done(null, text),
    );
    const routes = scope as unknown as App;
    const poll = (isStreaming: boolean) => (request: FastifyRequest, reply: FastifyReply) => {
      const caller = { holder: requireHolder(request), network: networkOf(request.ip) };
      xhr.open((request.params as { session: string }).session, caller, reply, isStreaming);
    };
    routes.post('/ws-jackpot/:server/:session/xhr_streaming', { schema: { ...hidden, params } }, poll(true));
    routes.post('/ws-jackpot/:server/:session/xhr', { schema: { ...hidden, params } }, poll(false));
    routes.post(
      '/ws-jackpot/:server/:session/xhr_send',
      { schema: { ...hidden, params } },
      async (request, reply) => {
        const message = typeof request.body === 'string' ? request.body : '';
        xhr.receive(request.params.session, requireHolder(request), message);
        return reply.status(204).send();
      },
    );
  });

  server.on('wsClientError', refuseHandshake);
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (!WEBSOCKET_PATH.test((request.url ?? '').split('?')[0] ?? ''))
      return endWithRefusal(socket, 404, new Refusal('not-found', 'Adresse introuvable.'));
    if (isForeign(request.headers)) return endWithRefusal(socket, 403, foreign());
    const network = networkOf(addressOf(request, trusted));
    if (isLeaving() || server.clients.size >= MAX_SOCKETS || !context.pendingSockets.hasRoom(network))
      return endWithRefusal(socket, 503, unavailable());
    server.handleUpgrade(request, socket, head, (webSocket) => serveWebSocket(webSocket, context, network));
  };
  app.server.on('upgrade', onUpgrade);
  const watch = watchDatabase(services, app.log);

  // Before the server waits for its connections: an open socket would hold it for ever.
  app.addHook('preClose', async () => {
    watch.stop();
    context.pulse.stop();
    services.hub.closeAll();
    xhr.closeAll();
    for (const client of server.clients) client.close(1001);
    setTimeout(() => server.clients.forEach((client) => client.terminate()), 500).unref();
  });
}

const holderOf = (request: FastifyRequest): string | null =>
  HOLDER.exec(request.headers.cookie ?? '')?.[1] ?? null;

function requireHolder(request: FastifyRequest): string {
  refuseForeign(request);
  const holder = holderOf(request);
  if (holder === null) throw new Refusal('not-found', 'Session inconnue.');
  return holder;
}

function refuseForeign(request: FastifyRequest): void {
  if (isForeign(request.headers)) throw foreign();
}

const foreign = (): Refusal => new Refusal('not-allowed', 'Origine refusée.');
