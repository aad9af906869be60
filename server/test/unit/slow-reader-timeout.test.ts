import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { closeSlowReaders } from '../../src/http/slow-reader-timeout';

const LIMIT_MS = 1_000;
/** A line that is not cut would stand for ever. */
const PATIENCE_MS = 30_000;
/** More than the kernels of both ends keep. */
const ANSWER_BYTES = 24 * 2 ** 20;

/** Resolves with the ms until the server closed the line, null when it had not within `patienceMs`. */
async function cutOf(socket: Socket, patienceMs: number): Promise<number | null> {
  const since = performance.now();
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - since)),
  );
  const result = await Promise.race([closed, wait(patienceMs, null)]);
  socket.destroy();
  return result;
}

describe('a server that answers more than its reader takes', () => {
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
    test(`When the reader of ${path} takes nothing, then the line is cut within the limit`, async () => {
      const socket = ask(path);
      const held = new Promise<number>((resolve) =>
        app.server.once('connection', (line) => line.once('close', () => resolve(performance.now()))),
      );
      const since = performance.now();
      const cutAfterMs = (await Promise.race([held, wait(PATIENCE_MS, Infinity, { ref: false })])) - since;
      socket.destroy();
      assert.ok(cutAfterMs < Infinity, 'the line was not cut');
      assert.ok(cutAfterMs >= LIMIT_MS / 2, `${cutAfterMs} ms`);
    });

  test('When the reader takes its time but takes, then it gets the whole answer', async () => {
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

  test('When a stream is written to in time, or a line rests between two calls, then it is kept', async () => {
    const [streaming, resting] = [ask('/held'), ask('/small')];
    streaming.resume();
    resting.resume();
    const cut = await Promise.all([streaming, resting].map((socket) => cutOf(socket, LIMIT_MS * 3)));
    assert.deepEqual(cut, [null, null]);
  });
});
