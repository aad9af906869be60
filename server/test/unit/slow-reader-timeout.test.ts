import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { closeSlowReaders } from '../../src/http/slow-reader-timeout';

const LIMIT_MS = 1_000;
const DEADLINE_MS = 30_000;
/** More than the socket buffers of both ends hold. */
const ANSWER_BYTES = 24 * 2 ** 20;

/** Milliseconds until the server closed the connection, null after `deadlineMs`. */
async function timeUntilClosed(socket: Socket, deadlineMs: number): Promise<number | null> {
  const since = performance.now();
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - since)),
  );
  const result = await Promise.race([closed, wait(deadlineMs, null)]);
  socket.destroy();
  return result;
}

describe('slow reader timeout', () => {
  let app: FastifyInstance;
  let port: number;
  const ask = (path: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  before(async () => {
    app = fastify({ keepAliveTimeout: 10_000 });
    closeSlowReaders(app.server, LIMIT_MS);
    app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(ANSWER_BYTES, 'x')));
    app.get('/swallowed', async (request, reply) => {
      request.raw.on('timeout', () => undefined);
      reply.raw.on('timeout', () => undefined);
      return reply.send(Buffer.alloc(ANSWER_BYTES, 'x'));
    });
    app.get('/held', (_request, reply) => {
      reply.hijack();
      const beat = setInterval(() => reply.raw.write('h\n'), LIMIT_MS / 4);
      reply.raw.writeHead(200).on('close', () => clearInterval(beat));
    });
    app.get('/small', () => 'ok');
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  });
  after(() => app.close());

  for (const path of ['/large', '/swallowed'])
    test(`slow reader timeout: the reader of ${path} takes nothing, the connection is closed within the limit`, async () => {
      const socket = ask(path);
      const closed = new Promise<number>((resolve) =>
        app.server.once('connection', (connection) =>
          connection.once('close', () => resolve(performance.now())),
        ),
      );
      const since = performance.now();
      const closedAfterMs =
        (await Promise.race([closed, wait(DEADLINE_MS, Infinity, { ref: false })])) - since;
      socket.destroy();
      assert.ok(closedAfterMs < Infinity, 'the connection was not closed');
      assert.ok(closedAfterMs >= LIMIT_MS / 2, `${closedAfterMs} ms`);
    });

  test('slow reader timeout: a slow reader that keeps reading gets the whole answer', async () => {
    const socket = ask('/large');
    let [bytes, taken] = [0, 0];
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      taken += chunk.length;
      if (bytes > ANSWER_BYTES) socket.destroy();
      if (taken < ANSWER_BYTES / 24) return;
      taken = 0;
      socket.pause();
      setTimeout(() => socket.resume(), LIMIT_MS / 8);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(bytes > ANSWER_BYTES, `${bytes} bytes`);
  });

  test('slow reader timeout: a stream with regular writes and an idle keep-alive connection stay open', async () => {
    const [streaming, resting] = [ask('/held'), ask('/small')];
    streaming.resume();
    resting.resume();
    const closedAfterMs = await Promise.all(
      [streaming, resting].map((socket) => timeUntilClosed(socket, LIMIT_MS * 3)),
    );
    assert.deepEqual(closedAfterMs, [null, null]);
  });
});
