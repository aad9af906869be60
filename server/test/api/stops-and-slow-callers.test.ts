import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openRawClient } from '@palier/test-support/actors/stomp-client';
import { useTestServer, startTestServer, type TestServer } from './start-test-server';

const HEAD_MS = 1_000;
const BODY_MS = 3_000;
const CHECK_INTERVAL_MS = 1_000;
const DEADLINE_MS = 60_000;

const SLOW_HEAD = 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const SLOW_BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  'Content-Length: 5000\r\n\r\n{';

describe('slow caller', () => {
  const server = useTestServer({}, async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
  });
  let port: number;

  /** Sends the text, then a byte each tenth of a second, until the server closes the connection. */
  async function sendSlowly(text: string): Promise<{ openMs: number; answer: string }> {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(text);
    const writing = setInterval(() => socket.write('a'), 100);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([closed, wait(DEADLINE_MS, null, { ref: false })]);
    clearInterval(writing);
    socket.destroy();
    return { openMs: performance.now() - startedAt, answer };
  }

  test('slow caller: the default limits are 10 s for a head and 30 s for a call, checked each second', () => {
    const { headersTimeout, requestTimeout } = server.app.server;
    const { connectionsCheckingInterval } = server.app.server as { connectionsCheckingInterval?: number };
    assert.deepEqual(
      [headersTimeout, requestTimeout, connectionsCheckingInterval],
      [10_000, 30_000, CHECK_INTERVAL_MS],
    );
  });

  test('slow caller: a head or body above its limit gets 408 and is closed', async () => {
    // Shorter limits, which Node reads at each check.
    Object.assign(server.app.server, { headersTimeout: HEAD_MS, requestTimeout: BODY_MS });
    const heads = Promise.all([1, 2, 3].map(() => sendSlowly(SLOW_HEAD)));
    const bodies = Promise.all([1, 2, 3].map(() => sendSlowly(SLOW_BODY)));
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    for (const [slow, limitMs] of [
      [await heads, HEAD_MS],
      [await bodies, BODY_MS],
    ] as const)
      for (const { openMs, answer } of slow) {
        assert.ok(openMs >= limitMs, `${openMs} ms of ${limitMs}`);
        assert.match(answer, /^HTTP\/1\.1 408 /);
        assert.match(answer, /La demande a mis trop de temps à arriver\./);
      }
  });
});

describe('graceful shutdown', () => {
  /** Stops the server and resolves once it has logged `text`. */
  async function stopUntilLogged(
    context: TestContext,
    { app, stop }: TestServer,
    text: string,
  ): Promise<{ stopped: Promise<void> }> {
    let stopped = Promise.resolve();
    await new Promise<void>((resolve) => {
      context.mock.method(app.log, 'info', (...entry: unknown[]) => {
        if (String(entry.at(-1)).startsWith(text)) resolve();
      });
      stopped = stop();
    });
    return { stopped };
  }

  test('graceful shutdown: a callback after the stop gets 503, so providers repeat it', async (context) => {
    const server = await startTestServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const accepted: Socket[] = [];
    server.app.server.on('connection', (socket) => accepted.push(socket));
    const callers = ['/gold_api', '/gold_api/game_callback', '/gold_api/flat'].map((address) => {
      const socket = connect(port, '127.0.0.1');
      // Begun before the stop, so the connection is not closed as idle.
      socket.write(`POST ${address} HTTP/1.1\r\n`);
      const answer = new Promise<string>((resolve) => {
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.once('close', () => resolve(text));
      });
      return { socket, answer };
    });
    while (accepted.filter(({ bytesRead }) => bytesRead > 0).length < callers.length) await wait(10);
    const { stopped } = await stopUntilLogged(context, server, 'shutting down: accepted');
    for (const { socket } of callers)
      socket.write('host: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    for (const { answer } of callers) {
      const text = await answer;
      assert.match(text, /^HTTP\/1\.1 503 /);
      assert.match(text, /\{"status":0,"msg":"INTERNAL_ERROR"\}/);
    }
    await stopped;
  });
  test('graceful shutdown: no new socket is accepted, and open ones close one by one', async (context) => {
    const server = await startTestServer({ STOP_DELAY_S: '2' });
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const open = await Promise.all(Array.from({ length: 20 }, () => openRawClient(url)));
    const closed = Promise.all(
      open.map(async (client) => {
        await client.closed(60_000);
        return performance.now();
      }),
    );
    const { stopped } = await stopUntilLogged(context, server, 'shutting down: /readyz');
    try {
      await assert.rejects(openRawClient(url), /503/);
      const times = await closed;
      // 20 times within 2 s, so closer ones are as good as impossible.
      assert.ok(Math.max(...times) - Math.min(...times) > 600, times.join());
    } finally {
      await stopped;
    }
  });
});
