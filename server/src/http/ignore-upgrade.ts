import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether the caller asks for another protocol than WebSocket, such as h2c. */
export const asksForOtherProtocol = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.trim().toLowerCase() !== 'websocket';

/**
 * Serves a request with an unknown protocol in its Upgrade header as one without that header (RFC 9110,
 * 7.8). Node has taken the request off its connection, so the connection starts again with the head that
 * arrived, without the header.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(rest);
  // Node decodes the bytes of a head as Latin-1.
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  server.emit('connection', socket);
}
