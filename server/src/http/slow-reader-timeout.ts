import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export const SLOW_READER_TIMEOUT_MS = 60_000;

/**
 * Closes connections whose reader takes no more bytes of an answer, after `timeoutMs` at the latest, and
 * calls whose first byte takes half of that. Node compares the unsent bytes once per period, so a stopped
 * reader is found in the second period. Between two calls the keep-alive timeout applies.
 */
export function closeSlowReaders(server: Server, timeoutMs: number): void {
  server.setTimeout(timeoutMs / 2);
  // With a 'timeout' listener Node does not close the socket itself.
  server.on('timeout', (socket: Socket) => {
    // A reset also frees what the kernel holds for the reader.
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else socket.destroy();
  });
}
