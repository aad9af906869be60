import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test, after, before, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { untilTrue } from '@palier/test-support/wait-until';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { type Registry } from 'prom-client';
import { type Pool } from '../../src/database/pool';
import { type App } from '../../src/http/app-type';
import { refuseCallsWhileStopping } from '../../src/http/graceful-shutdown';
import { handleInOrder } from '../../src/http/handle-in-order';
import { closeSlowReaders } from '../../src/http/slow-reader-timeout';
import { logCalls } from '../../src/observability/call-log';
import { addMetrics } from '../../src/observability/metrics';

/** Below the time that a stop waits for running calls. */
const STOP_LIMIT_MS = 8_000;

interface Line {
  readonly msg: string;
  readonly route?: string;
  readonly status?: number;
  readonly remoteAddress?: string;
}

let app: App;
let registry: Registry;
let port: number;
let lines: Line[];
/** Resolves at the first request of /slow. */
let asked: Promise<void>;
/** Answers /slow. */
let answer: () => void;

const ask = (path: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
};
const untilLogged = (count: number): Promise<boolean> => untilTrue(() => callsOf().length >= count);
const callsOf = (): string[] =>
  lines
    .filter(({ msg }) => msg === 'call')
    .map(({ route, status, remoteAddress }) => `${route} ${status} ${remoteAddress}`);
const countOf = async (route: string, status: number): Promise<number> => {
  const text = await registry.metrics();
  const count = new RegExp(
    `duration_seconds_count{method="GET",route="${route}",status="${status}"} (\\d+)`,
  ).exec(text);
  return Number(count?.[1] ?? 0);
};

describe('aborted call', () => {
  // Inside the block, because all unit tests are compiled into one file.
  beforeEach(async () => {
    lines = [];
    app = fastify({ logger: { stream: { write: (text) => lines.push(JSON.parse(text) as Line) } } });
    logCalls(app);
    const noPool = {
      totalCount: 0,
      idleCount: 0,
      waitingCount: 0,
      query: () => Promise.reject(new Error('none')),
    };
    ({ registry } = addMetrics(app, noPool as unknown as Pool, undefined));
    refuseCallsWhileStopping(app, 0);
    const answered = new Promise<void>((resolve) => (answer = resolve));
    asked = new Promise((resolve) => {
      app.get('/slow', async () => {
        resolve();
        await answered;
        return 'late';
      });
    });
    app.get('/quick', () => 'ok');
    app.get('/stream', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('h\n');
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterEach(() => app.close());

  test('aborted call: a caller that leaves early makes one log line and one count with 499', async () => {
    const socket = ask('/slow');
    await asked;
    socket.destroy();
    await untilLogged(1);
    answer();
    await wait(100);
    assert.deepEqual(callsOf(), ['/slow 499 127.0.0.1']);
    assert.deepEqual([await countOf('/slow', 499), await countOf('/slow', 200)], [1, 0]);
  });
  test('answered call: it keeps its own status, with keep-alive and without', async () => {
    await fetch(`http://127.0.0.1:${port}/quick`);
    await fetch(`http://127.0.0.1:${port}/quick`, { headers: { connection: 'close' } });
    await untilLogged(2);
    await wait(100);
    assert.deepEqual(callsOf(), ['/quick 200 127.0.0.1', '/quick 200 127.0.0.1']);
    assert.equal(await countOf('/quick', 200), 2);
  });
  test('aborted call: the status of a stream stays 200 if its caller leaves', async () => {
    const socket = ask('/stream');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await untilLogged(1);
    assert.deepEqual(callsOf(), ['/stream 200 127.0.0.1']);
  });
  test('aborted call: a server that stops waits for neither that call nor idle connections', async () => {
    const left = ask('/slow');
    await asked;
    left.destroy();
    await untilLogged(1);
    answer();
    // Browsers open connections in advance. While such an idle connection is open, a server does not end.
    const opened = once(app.server, 'connection');
    const idle = connect({ port, host: '127.0.0.1' });
    await opened;
    const since = performance.now();
    await app.close();
    idle.destroy();
    assert.ok(performance.now() - since < STOP_LIMIT_MS, `${Math.round(performance.now() - since)} ms`);
  });
});

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

const sendLarge = async (_request: unknown, reply: FastifyReply): Promise<unknown> =>
  reply.send(Buffer.alloc(ANSWER_BYTES, 'x'));

describe('slow reader timeout', () => {
  let app: FastifyInstance;
  let port: number;
  const ask = (path: string, ofPort = port): Socket => {
    const socket = connect({ port: ofPort, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  before(async () => {
    app = fastify({ keepAliveTimeout: 10_000 });
    closeSlowReaders(app.server, LIMIT_MS);
    app.get('/large', sendLarge);
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
    test(`slow reader timeout: the connection of a reader that stops in ${path} is closed`, async () => {
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
    // Its pauses are far below the limit, and all of them together above it.
    const limitMs = 8_000;
    const patient = fastify();
    closeSlowReaders(patient.server, limitMs);
    patient.get('/large', sendLarge);
    await patient.listen({ port: 0, host: '127.0.0.1' });
    const socket = ask('/large', (patient.server.address() as AddressInfo).port);
    let [bytes, taken] = [0, 0];
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      taken += chunk.length;
      if (bytes > ANSWER_BYTES) socket.destroy();
      if (taken < ANSWER_BYTES / 24) return;
      taken = 0;
      socket.pause();
      setTimeout(() => socket.resume(), limitMs / 16);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    await patient.close();
    assert.ok(bytes > ANSWER_BYTES, `${bytes} bytes`);
  });

  test('slow reader timeout: a regular stream and an idle connection stay open', async () => {
    const [streaming, resting] = [ask('/held'), ask('/small')];
    streaming.resume();
    resting.resume();
    const closedAfterMs = await Promise.all(
      [streaming, resting].map((socket) => timeUntilClosed(socket, LIMIT_MS * 3)),
    );
    assert.deepEqual(closedAfterMs, [null, null]);
  });
});

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

test('pipelined calls: 17 in one packet are handled one after the other', async (context) => {
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

test('pipelined calls: an 18th before the first answer closes the connection', async (context) => {
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
