import type { Socket } from 'node:net';
import type { ERROR_CODES } from '@palier/shared/contracts';

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
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
