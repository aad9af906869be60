import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../refusals/refusal';
import { expectationNotMet, headersTooLarge, malformedRequest, requestTooSlow } from './errors';

/** The headers that hooks set on answers of routes. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** How long a refused peer may take to disconnect. */
const DISCONNECT_WITHIN_MS = 2_000;

/** Refuses a request outside of Fastify, in the form of all refusals. */
export function answerBare(reply: ServerResponse, status: number, refusal: Refusal): void {
  const body = bodyOf(refusal);
  reply.writeHead(status, headersOf(refusal, body)).end(body);
}

/**
 * Refuses a request on a connection without a response object, in the same form. The connection is then
 * closed.
 */
export function endWithRefusal(
  socket: Duplex,
  status: number,
  refusal: Refusal,
  more: Readonly<Record<string, string>> = {},
): void {
  const body = bodyOf(refusal);
  const headers = { ...headersOf(refusal, body), ...more };
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  destroyUnlessClosed(socket);
}

/**
 * Destroys an ended socket unless its peer disconnects soon: HTTP timeouts do not apply to upgraded
 * connections.
 */
export function destroyUnlessClosed(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), DISCONNECT_WITHIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Answers what Node cannot parse as a request: other protocols, too large or too slow headers. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') endWithRefusal(socket, 431, headersTooLarge());
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endWithRefusal(socket, 408, requestTooSlow());
  else endWithRefusal(socket, 400, malformedRequest());
}

/** Refuses an invalid WebSocket handshake; RFC 6455 §4.4 requires the supported version in the answer. */
export const refuseHandshake = (_error: Error, socket: Duplex): void =>
  endWithRefusal(socket, 400, malformedRequest(), { 'sec-websocket-version': '13' });

/** Refuses a request with another expectation than `100-continue`. */
export const refuseExpectation = (_request: IncomingMessage, reply: ServerResponse): void =>
  answerBare(reply, 417, expectationNotMet());

/**
 * Whether a body has another transfer coding than `chunked`. Node decodes `chunked`, and refuses codings that
 * do not end with it.
 */
export const hasUnsupportedTransferCoding = ({ headers }: IncomingMessage): boolean =>
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

const bodyOf = ({ sentence, code }: Refusal): string => JSON.stringify({ errors: [sentence], code });

const headersOf = ({ retryAfterS }: Refusal, body: string): Record<string, string> => ({
  ...BARE_HEADERS,
  'content-length': String(Buffer.byteLength(body)),
  'content-type': 'application/json; charset=utf-8',
  ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
});
