import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { handleInOrder } from '../../src/http/handle-in-order';

/** Opens one connection to a server that runs `handle` through `handleInOrder`. */
async function connectTo(context: TestContext, handle: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, handleInOrder(handle)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  context.after(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}
const calls = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `POST /${index} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx`,
  ).join('');

test('pipelined calls: 17 in one packet, the next is handled when the previous one is answered', async (context) => {
  let running = 0;
  const orders: string[] = [];
  const socket = await connectTo(context, (request, reply) => {
    running += 1;
    orders.push(`${request.url} ${running}`);
    request.resume().once('end', () =>
      setImmediate(() => {
        running -= 1;
        reply.end(`answer ${request.url};`);
      }),
    );
  });
  socket.write(calls(17));
  let text = '';
  for await (const chunk of socket) if ((text += String(chunk)).includes('/16;')) break;
  assert.deepEqual(
    orders,
    Array.from({ length: 17 }, (_, index) => `/${index} 1`),
  );
  assert.deepEqual(
    text.match(/\/\d+;/g),
    Array.from({ length: 17 }, (_, index) => `/${index};`),
  );
});

test('pipelined calls: an 18th arrives before the first answer, the connection is closed and no other call is handled', async (context) => {
  const handled: string[] = [];
  let first: ServerResponse | undefined;
  const socket = await connectTo(context, (request, reply) => {
    first ??= reply;
    handled.push(request.url ?? '');
    if (handled.length > 1) request.socket.destroy();
  });
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.resume().write(calls(2_000));
  await closed;
  if (first?.closed !== true) await once(first!, 'close');
  assert.deepEqual(handled, ['/0']);
});
