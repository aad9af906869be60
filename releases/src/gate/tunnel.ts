import type { Socket } from 'node:net';
import type { TunnelMessage } from './gate-job';

interface Tunnel {
  /** Carries a new connection to the other end. */
  carry(socket: Socket): void;
  receive(message: TunnelMessage): void;
  close(): void;
}

/**
 * One end of a tunnel, which carries connections as messages: the worker has no network of its own. `connect`
 * opens the connection of which the other end sends the first bytes; an end without it accepts none.
 */
export function createTunnel(send: (message: TunnelMessage) => void, connect?: () => Socket): Tunnel {
  const sockets = new Map<number, Socket>();
  let last = 0;

  function attach(connection: number, socket: Socket): void {
    last = connection;
    sockets.set(connection, socket);
    socket
      .on('data', (content) => send({ connection, base64: content.toString('base64') }))
      .on('error', () => undefined)
      .on('close', () => {
        if (sockets.delete(connection)) send({ connection, base64: null });
      });
  }

  return {
    carry: (socket) => attach(last + 1, socket),
    receive({ connection, base64 }) {
      // Bytes of a connection that this end has closed meanwhile have a number that was used.
      if (connect !== undefined && connection > last) attach(connection, connect());
      const socket = sockets.get(connection);
      if (base64 !== null) return void socket?.write(Buffer.from(base64, 'base64'));
      sockets.delete(connection);
      socket?.end();
    },
    close() {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
