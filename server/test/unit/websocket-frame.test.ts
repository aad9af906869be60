import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { toWebSocketFrame } from '../../src/realtime/websocket-frame';

describe('frames of a broadcast', () => {
  test('frames of a broadcast: a client reads texts of every length between frames of ws', async () => {
    const texts = [0, 1, 125, 126, 65_535, 65_536].flatMap((length) => [
      'é'.repeat(length >> 1) + 'x'.repeat(length % 2),
      `after ${length}`,
    ]);
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        texts.forEach((text, index) =>
          index % 2 === 0 ? socket.write(toWebSocketFrame(text)) : webSocket.send(text),
        );
        webSocket.close();
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const received: string[] = [];
    client.on('message', (data: Buffer, isBinary) => {
      assert.equal(isBinary, false);
      received.push(data.toString());
    });
    await once(client, 'close');
    server.close();
    assert.deepEqual(received, texts);
  });
});
