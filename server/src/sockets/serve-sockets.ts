import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { App } from '../app-type';
import { Refusal } from '../errors/refusal';
import type { Services } from '../services';
import { findEndedSessions } from '../sessions/session.repository';
import { parseTexts } from './sockjs-message';
import { StompConnection } from './stomp-connection';
import { createXhrSessions } from './xhr-sessions';

const MAX_PAYLOAD_BYTES = 64 * 1024;
/** A socket that lets this much wait is not reading; it is cut, and its client comes back. */
const MAX_UNSENT_BYTES = 1024 * 1024;
const SESSION_CHECK_MS = 1_000;
const WEBSOCKET_PATH = /^\/ws-jackpot\/[^/.]{1,64}\/[^/.]{1,64}\/websocket$/;

/**
 * The SockJS endpoint /ws-jackpot (spec §7): websocket, xhr_streaming and xhr, nothing else. Only pages of our own
 * origin, or programs without one, may use it.
 */
export function serveSockets(app: App, services: Services): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
  });
  const hidden = { hide: true } as object;

  app.get('/ws-jackpot/info', { schema: hidden }, async (request, reply) => {
    refuseForeign(request.headers);
    void reply.header('cache-control', 'no-store');
    return { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32 - 1) };
  });

  const xhr = createXhrSessions((transport) => new StompConnection(services, transport, app.log));
  const params = z.object({
    server: z.string().check(z.regex(/^[^/.]{1,64}$/)),
    session: z.string().check(z.regex(/^[^/.]{8,64}$/)),
  });
  const holderOf = (request: FastifyRequest): string => {
    refuseForeign(request.headers);
    return `${request.ip}|${request.headers['user-agent'] ?? ''}`;
  };
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
      xhr.open((request.params as { session: string }).session, holderOf(request), reply, isStreaming);
    };
    routes.post('/ws-jackpot/:server/:session/xhr_streaming', { schema: { ...hidden, params } }, poll(true));
    routes.post('/ws-jackpot/:server/:session/xhr', { schema: { ...hidden, params } }, poll(false));
    routes.post(
      '/ws-jackpot/:server/:session/xhr_send',
      { schema: { ...hidden, params } },
      async (request, reply) => {
        xhr.receive(
          request.params.session,
          holderOf(request),
          typeof request.body === 'string' ? request.body : '',
        );
        return reply.status(204).send();
      },
    );
  });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const isOurs = WEBSOCKET_PATH.test((request.url ?? '').split('?')[0] ?? '');
    if (!isOurs || isForeign(request.headers)) {
      socket.end(`HTTP/1.1 ${isOurs ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => serveWebSocket(webSocket, services, app));
  };
  app.server.on('upgrade', onUpgrade);

  // A session that another process ended is noticed here within a second (design §4).
  const check = setInterval(() => {
    const open = services.hub.sessionIds();
    if (open.length === 0) return;
    findEndedSessions(services.pool, open)
      .then((ended) => ended.forEach((sessionId) => services.hub.closeSocketsOfSession(sessionId)))
      .catch((error: unknown) => app.log.warn({ err: error }, 'sessions of sockets not checked'));
  }, SESSION_CHECK_MS).unref();

  // Before the server waits for its connections: an open socket would hold it for ever (toolchain, recipe C).
  app.addHook('preClose', async () => {
    clearInterval(check);
    services.hub.closeAll();
    xhr.closeAll();
    for (const client of server.clients) client.close(1001);
    setTimeout(() => server.clients.forEach((client) => client.terminate()), 500).unref();
    app.server.off('upgrade', onUpgrade);
  });
}

/** SockJS framing on a WebSocket: `o` opens, `a[...]` carries, `c[code,reason]` closes. */
function serveWebSocket(webSocket: WebSocket, services: Services, app: App): void {
  const connection = new StompConnection(
    services,
    {
      send(text) {
        if (webSocket.readyState !== webSocket.OPEN) return false;
        if (webSocket.bufferedAmount > MAX_UNSENT_BYTES) {
          webSocket.terminate();
          return false;
        }
        webSocket.send(`a${JSON.stringify([text])}`);
        return true;
      },
      close(reason) {
        if (webSocket.readyState !== webSocket.OPEN) return;
        webSocket.send(`c${JSON.stringify([3000, reason])}`);
        webSocket.close(1001);
      },
    },
    app.log,
  );
  webSocket.on('message', (data, isBinary) => {
    const texts = isBinary ? null : parseTexts((data as Buffer).toString('utf8'));
    if (texts === null) return connection.close('malformed message');
    texts.forEach((text) => connection.receive(text));
  });
  webSocket.on('close', () => connection.close('closed'));
  webSocket.on('error', () => connection.close('error'));
  webSocket.send('o');
}

function isForeign(headers: IncomingMessage['headers']): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function refuseForeign(headers: IncomingMessage['headers']): void {
  if (isForeign(headers)) throw new Refusal('not-allowed', 'Origine refusée.');
}
