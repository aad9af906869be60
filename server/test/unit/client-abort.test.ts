import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import type { Registry } from 'prom-client';
import { untilTrue } from '@palier/faults/wait-until';
import type { App } from '../../src/http/app-type';
import type { Pool } from '../../src/database/pool';
import { logCalls } from '../../src/observability/call-log';
import { refuseCallsWhileStopping } from '../../src/http/graceful-shutdown';
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

  test('aborted call: the caller leaves before the answer, one log line and one count with 499', async () => {
    const socket = ask('/slow');
    await asked;
    socket.destroy();
    await untilLogged(1);
    answer();
    await wait(100);
    assert.deepEqual(callsOf(), ['/slow 499 127.0.0.1']);
    assert.deepEqual([await countOf('/slow', 499), await countOf('/slow', 200)], [1, 0]);
  });
  test('answered call: its own status, with keep-alive and without', async () => {
    await fetch(`http://127.0.0.1:${port}/quick`);
    await fetch(`http://127.0.0.1:${port}/quick`, { headers: { connection: 'close' } });
    await untilLogged(2);
    await wait(100);
    assert.deepEqual(callsOf(), ['/quick 200 127.0.0.1', '/quick 200 127.0.0.1']);
    assert.equal(await countOf('/quick', 200), 2);
  });
  test('aborted call: the caller leaves a stream, the status stays 200', async () => {
    const socket = ask('/stream');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await untilLogged(1);
    assert.deepEqual(callsOf(), ['/stream 200 127.0.0.1']);
  });
  test('aborted call: the server stops afterwards, it does not wait for that call or an idle connection', async () => {
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
