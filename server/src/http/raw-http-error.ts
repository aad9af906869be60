import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../refusals/refusal';

/** What the hooks of a route would have set. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const malformed = (): Refusal => new Refusal('invalid-input', 'La demande est malformée.');

/** How long a refused peer may take to hang up. */
const HANG_UP_WITHIN_MS = 2_000;

/** Answers a call that no route has seen like any other refusal. */
export function answerBare(reply: ServerResponse, status: number, refusal: Refusal): void {
  const body = bodyOf(refusal);
  reply.writeHead(status, headersOf(refusal, body)).end(body);
}

/** The same where there is no answer to write to, only the line, which it closes, and cuts if the peer does not. */
export function endWithRefusal(
  line: Duplex,
  status: number,
  refusal: Refusal,
  more: Readonly<Record<string, string>> = {},
): void {
  const body = bodyOf(refusal);
  const headers = { ...headersOf(refusal, body), ...more };
  line.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  cutUnlessClosed(line);
}

/** Cuts a line that was ended if its peer has not hung up soon: nothing else looks after one that left HTTP. */
export function cutUnlessClosed(line: Duplex): void {
  const timer = setTimeout(() => line.destroy(), HANG_UP_WITHIN_MS).unref();
  line.once('close', () => clearTimeout(timer));
}

/** What is no HTTP, or has a head too large or too slow, for which there is not even a request. */
export function answerClientError(error: Error & { code?: string }, line: Duplex): void {
  if (error.code === 'ECONNRESET' || line.destroyed || !line.writable) {
    line.destroy();
    return;
  }
  if (error.code === 'HPE_HEADER_OVERFLOW')
    endWithRefusal(
      line,
      431,
      new Refusal('invalid-input', 'Les en-têtes de la demande sont trop volumineux.'),
    );
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    endWithRefusal(line, 408, new Refusal('invalid-input', 'La demande a mis trop de temps à arriver.'));
  else endWithRefusal(line, 400, malformed());
}

/** A handshake that is none (RFC 6455 §4.4: the refusal names the version that is spoken). */
export const refuseHandshake = (_error: Error, line: Duplex): void =>
  endWithRefusal(line, 400, malformed(), { 'sec-websocket-version': '13' });

/** A call that wants more than `100-continue`. */
export const refuseExpectation = (_request: IncomingMessage, reply: ServerResponse): void =>
  answerBare(reply, 417, new Refusal('invalid-input', 'La demande attend ce que ce service n’offre pas.'));

/** Throws for a call of HTTP/1.1 that names no host. */
export function assertNamesHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw malformed();
}

const bodyOf = ({ sentence, code }: Refusal): string => JSON.stringify({ errors: [sentence], code });

const headersOf = ({ retryAfterS }: Refusal, body: string): Record<string, string> => ({
  ...BARE_HEADERS,
  'content-length': String(Buffer.byteLength(body)),
  'content-type': 'application/json; charset=utf-8',
  ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
});
