import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface GateProxy {
  readonly port: number;
  /** The first address that a page asked for and the proxy refused, or null. */
  readonly refused: () => string | null;
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback that forwards requests to these hosts, such as `reports.example:443`. It answers
 * all others with 502 and remembers the first one.
 */
export async function startGateProxy(hosts: readonly string[]): Promise<GateProxy> {
  let refused: string | null = null;
  const isAllowed = (host: string, address: string): boolean => {
    if (hosts.includes(host)) return true;
    refused ??= address;
    return false;
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const isForwarded = URL.canParse(url) && isAllowed(hostOf(new URL(url)), url);
    if (isForwarded) return forward(request, response);
    refused ??= url;
    response.writeHead(502).end();
  });
  // TLS and web sockets.
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (!isAllowed(url, url)) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const { hostname, port } = new URL(`tcp://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The host of an address with its port, also where the port is that of the protocol. */
export const hostOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (/^(https|wss):$/.test(protocol) ? 443 : 80)}`;

function forward(request: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = request;
  const forwarded = sendRequest(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(forwarded);
  response.on('close', () => forwarded.destroy());
}
