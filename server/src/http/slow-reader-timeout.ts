import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export const READER_PATIENCE_MS = 60_000;

/**
 * Cuts a connection whose reader takes nothing more of an answer under way, after `limitMs` at the latest; a call whose
 * first byte takes half of that is cut as well. Node looks once a period whether the unsent bytes have changed, so a
 * reader that has just stopped is seen in the second one. Between two calls the keep-alive's own limit holds.
 */
export function cutStalledReaders(server: Server, limitMs: number): void {
  server.setTimeout(limitMs / 2);
  // A listener on the call or its answer would keep Node from closing by itself; this one it cannot keep.
  server.on('timeout', (socket: Socket) => {
    // The kernel would go on holding what was not taken.
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else socket.destroy();
  });
}
