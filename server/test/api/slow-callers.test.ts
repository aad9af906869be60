import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPalier, type Palier } from './start-test-server';

const HEAD_MS = 1_000;
const BODY_MS = 3_000;
/** The server looks for slow ones once a second. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 60_000;

const SLOW_HEAD = 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const SLOW_BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';

describe('a caller that dawdles', () => {
  let palier: Palier;
  let port: number;
  before(async () => {
    palier = await startPalier();
    await palier.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = palier.app.server.address() as AddressInfo);
  });
  after(() => palier.stop());

  /** Sends the text, then a byte each tenth of a second; how long the server let it, and what it said. */
  async function dawdle(text: string): Promise<{ livedMs: number; said: string }> {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.write(text);
    const drip = setInterval(() => socket.write('a'), 100);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([closed, wait(PATIENCE_MS, null, { ref: false })]);
    clearInterval(drip);
    socket.destroy();
    return { livedMs: performance.now() - startedAt, said };
  }

  test('When nothing is said of it, then a head has 10 s, a whole call 30 s, and both are looked for each second', () => {
    const { headersTimeout, requestTimeout } = palier.app.server;
    const { connectionsCheckingInterval } = palier.app.server as { connectionsCheckingInterval?: number };
    assert.deepEqual(
      [headersTimeout, requestTimeout, connectionsCheckingInterval],
      [10_000, 30_000, LOOK_MS],
    );
  });

  test('When a head or a body outlives its time, then it is cut there and told why; a quick call is not', async () => {
    // Read at each look: the limits of the test above, in less of everybody's time.
    Object.assign(palier.app.server, { headersTimeout: HEAD_MS, requestTimeout: BODY_MS });
    const heads = Promise.all([1, 2, 3].map(() => dawdle(SLOW_HEAD)));
    const bodies = Promise.all([1, 2, 3].map(() => dawdle(SLOW_BODY)));
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    for (const [slow, limitMs] of [
      [await heads, HEAD_MS],
      [await bodies, BODY_MS],
    ] as const)
      for (const { livedMs, said } of slow) {
        assert.ok(livedMs >= limitMs, `${livedMs} ms of ${limitMs}`);
        assert.match(said, /^HTTP\/1\.1 408 /);
        assert.match(said, /La demande a mis trop de temps à arriver\./);
      }
  });
});
