import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface RefusingProxy {
  readonly address: string;
  /** The first address that a page asked for, or null. */
  readonly asked: () => string | null;
  close(): Promise<void>;
}

/** Starts a proxy on loopback that answers every request with 502 and remembers the first one. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  let asked: string | null = null;
  const server = createServer((request, response) => {
    asked ??= request.url ?? '';
    response.writeHead(502).end();
  });
  // TLS and web sockets.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    asked ??= request.url ?? '';
    socket.on('error', () => undefined).end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
