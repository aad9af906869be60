import type { FastifyRequest } from 'fastify';
import { hostname } from 'node:os';
import { pino } from 'pino';
import { VERSION } from '../config/version';
import { loggedAddress } from './logged-address';

const WRITE_SIZE_BYTES = 8 * 1024;
const FLUSH_EVERY_MS = 100;
/** Records that cannot be written are kept up to this size; further records are dropped. */
const MAX_BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * Standard output for the log, written asynchronously and many records at a time: one synchronous write per record took a
 * tenth of a call. The buffer is written when the process exits; a killed process loses a tenth of a second of its log. While
 * the disk is full, records wait in the buffer and the process serves and stops normally.
 */
export function logOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_SIZE_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  let isFailing = false;
  // Without a listener a failed write would end the process.
  output.on('error', () => (isFailing = true));
  output.on('write', () => (isFailing = false));
  // The original `flushSync` retries in a loop until the write succeeds: on a full disk the process would never end.
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}

/** Fastify's logger. Requests are logged without headers and query, which contain tokens. */
export const loggerOptions = (level: string) => ({
  level,
  base: { pid: process.pid, hostname: hostname(), version: VERSION },
  stream: logOutput(),
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: loggedAddress(request.url),
      remoteAddress: request.ip,
    }),
  },
});
