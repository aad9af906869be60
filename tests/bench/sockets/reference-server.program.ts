import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * This program is the reference of the socket benchmarks: a minimal STOMP broker on sockjs-node (argument
 * `sockjs`), or on the WebSocket library with SockJS framing encoded once per subscription id (argument
 * `ws`). The program prints its port.
 */
interface Client {
  write(frame: string): void;
  /** Already framed for the wire; absent where the library frames by itself. */
  writeFramed?(framed: string): void;
}
interface SockJsConnection {
  on(event: 'data', listener: (text: string) => void): void;
  on(event: 'close', listener: () => void): void;
  write(text: string): boolean;
}
interface SockJs {
  createServer(options: object): {
    on(event: 'connection', listener: (connection: SockJsConnection) => void): void;
    installHandlers(server: ReturnType<typeof createServer>, options: object): void;
  };
}

const subscribers = new Map<string, Map<Client, string>>();
const headerOf = (frame: string, name: string): string =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(frame)?.[1] ?? '';

function receive(client: Client, text: string): void {
  for (const frame of text.split('\0')) {
    const command = frame.trimStart().split('\n', 1)[0];
    const destination = headerOf(frame, 'destination');
    if (command === 'CONNECT') client.write('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
    else if (command === 'SUBSCRIBE') {
      const clients = subscribers.get(destination) ?? new Map<Client, string>();
      subscribers.set(destination, clients.set(client, headerOf(frame, 'id')));
    } else if (command === 'SEND') publish(destination, frame.slice(frame.indexOf('\n\n') + 2));
    const receipt = headerOf(frame, 'receipt');
    if (receipt !== '') client.write(`RECEIPT\nreceipt-id:${receipt}\n\n\0`);
  }
}

function publish(destination: string, body: string): void {
  const framed = new Map<string, { frame: string; wire: string }>();
  for (const [client, id] of subscribers.get(destination) ?? []) {
    let made = framed.get(id);
    if (made === undefined) {
      const frame = `MESSAGE\ndestination:${destination}\nsubscription:${id}\nmessage-id:1\n\n${body}\0`;
      framed.set(id, (made = { frame, wire: `a${JSON.stringify([frame])}` }));
    }
    if (client.writeFramed === undefined) client.write(made.frame);
    else client.writeFramed(made.wire);
  }
}

function forget(client: Client): void {
  for (const clients of subscribers.values()) clients.delete(client);
}

const server = createServer();
if (process.argv[2] === 'sockjs') {
  const sockjs = createRequire(import.meta.url)('sockjs') as SockJs;
  const echo = sockjs.createServer({ log: () => undefined });
  echo.on('connection', (connection) => {
    const client: Client = { write: (frame) => void connection.write(frame) };
    connection.on('data', (text) => receive(client, text));
    connection.on('close', () => forget(client));
  });
  echo.installHandlers(server, { prefix: '/ws-jackpot' });
} else {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    const client: Client = {
      write: (frame) => socket.send(`a${JSON.stringify([frame])}`),
      writeFramed: (wire) => socket.send(wire),
    };
    socket.send('o');
    socket.on('message', (data: Buffer) => {
      for (const text of JSON.parse(data.toString()) as string[]) receive(client, text);
    });
    socket.on('close', () => forget(client));
  });
}
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
