import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openRawClient } from '@palier/faults/actors/stomp-client';
import { startTestServer, type TestServer } from './start-test-server';

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

  test('graceful shutdown: a callback arrives after the stop, it gets 503 and INTERNAL_ERROR, which providers repeat', async (context) => {
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
      assert.match(text, /"status":0,"user_balance":0,"msg":"INTERNAL_ERROR"/);
    }
    await stopped;
  });
  test('graceful shutdown: during the delay no socket is accepted, and open ones close one after the other', async (context) => {
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
