import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests that a connection may send before it has the answer to an earlier one. Browsers and proxies send
 * none.
 */
const MAX_WAITING = 16;

/**
 * Handles the requests of a connection one after the other: the next one when the answer to the previous one
 * is sent. A connection with more waiting requests is closed. Pausing it would be too late: Node reads
 * thousands of short requests from one chunk and calls the listener for each of them before it can be paused.
 */
export function handleInOrder(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (readonly [request: IncomingMessage, reply: ServerResponse])[]>();
  const start = (socket: Socket, request: IncomingMessage, reply: ServerResponse): void => {
    reply.once('close', () => {
      const next = socket.writable ? waiting.get(socket)?.shift() : undefined;
      if (next === undefined) waiting.delete(socket);
      else start(socket, ...next);
    });
    handle(request, reply);
  };
  return (request, reply) => {
    const { socket } = request;
    // After the connection is closed, Node still reports the other requests of the chunk.
    if (!socket.writable) return;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      start(socket, request, reply);
    } else if (queue.length < MAX_WAITING) queue.push([request, reply]);
    else socket.destroy();
  };
}
