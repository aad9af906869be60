import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { useTestServer } from './start-test-server';

const HEAD_MS = 1_000;
const BODY_MS = 3_000;
const CHECK_INTERVAL_MS = 1_000;
const DEADLINE_MS = 60_000;

const SLOW_HEAD = 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const SLOW_BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';

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

  test('slow caller: default limits are 10 s for a head and 30 s for a call, checked each second', () => {
    const { headersTimeout, requestTimeout } = server.app.server;
    const { connectionsCheckingInterval } = server.app.server as { connectionsCheckingInterval?: number };
    assert.deepEqual(
      [headersTimeout, requestTimeout, connectionsCheckingInterval],
      [10_000, 30_000, CHECK_INTERVAL_MS],
    );
  });

  test('slow caller: a head or body exceeds its limit, it gets 408 and is closed; a quick call is answered', async () => {
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
