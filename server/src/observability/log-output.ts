import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { pino, type Logger } from 'pino';
import { VERSION } from '../config/version';
import { loggedAddress } from './logged-address';

const WRITE_SIZE_BYTES = 8 * 1024;
const FLUSH_EVERY_MS = 100;
const FLUSH_LIMIT_MS = 8_000;
/** Records that cannot be written are kept up to this size; further records are dropped. */
const MAX_BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * Standard output for the log, written asynchronously and many records at a time: one synchronous write per
 * record took a tenth of a call. `flushLog` writes the buffer at a stop; a killed process loses a tenth of a
 * second of its log. While the disk is full, records wait in the buffer and the process serves and stops
 * normally.
 */
export function logOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_SIZE_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  // Without a listener a failed write would end the process.
  output.on('error', () => undefined);
  // The original retries in a loop until the write succeeds: with a full disk, or without a reader of the
  // log, the process never ended.
  output.flushSync = () => undefined;
  return output;
}

/**
 * Writes the records that wait in the buffer; gives up after eight seconds, because the disk may be full or
 * the reader of the log gone.
 */
export const flushLog = (log: FastifyBaseLogger | Logger): Promise<unknown> =>
  Promise.race([
    new Promise<unknown>((resolve) => (log as Logger).flush(resolve)),
    wait(FLUSH_LIMIT_MS, undefined, { ref: false }),
  ]);

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
