import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ERROR_CODES } from '@palier/shared/contracts';

import { answerError } from './error-handler';

/** What the hooks of a route would have set. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

interface TransportAnswer {
  readonly status: string;
  readonly code: (typeof ERROR_CODES)[number];
  readonly sentence: string;
}

const ANSWERS: Record<string, TransportAnswer> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid-input',
    sentence: 'Les en-têtes de la demande sont trop volumineux.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid-input',
    sentence: 'La demande a mis trop de temps à arriver.',
  },
};
const MALFORMED: TransportAnswer = {
  status: '400 Bad Request',
  code: 'invalid-input',
  sentence: 'La demande est malformée.',
};

/** What no route ever sees (malformed HTTP, headers too large or too slow), answered like any other refusal. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, sentence } = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ errors: [sentence], code });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** An address that is no address (`%zz`): refused before any route, so that no hook has run. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(HEADERS);
  answerError(error, request, reply);
}
