import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { startNats, type NatsServer } from '@palier/test-support/actors/nats';
import { untilTrue } from '@palier/test-support/wait-until';
import { createFanOut, type FanOut } from '../../src/realtime/fan-out';

/** How many logins the proxy refuses first, as NATS does while an operator changes the password. */
let refusals = 0;
let refused = 0;
let nats: NatsServer;
let proxy: Server;
const messages: string[] = [];
let connections = 0;
let fanOut: FanOut | undefined;

before(async () => {
  nats = await startNats();
  proxy = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (refused < refusals) {
      refused += 1;
      socket.write(
        'INFO {"server_id":"proxy","version":"2.9.0","proto":1,' +
          '"max_payload":1048576,"auth_required":true}\r\n',
      );
      socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
      return;
    }
    const upstream = connect(nats.port, '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await fanOut?.close();
  proxy.close();
  await nats.stop();
});

const until = async (condition: string, isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  assert.ok(
    await untilTrue(isTrue, 60_000),
    `${condition}: not within a minute; messages: ${messages.join('; ')}`,
  );

describe('fan-out with refused logins', () => {
  test('fan-out: it connects after refused first logins and reports the connection', async () => {
    refusals = 2;
    const log = pino(
      {},
      { write: (entry: string) => messages.push((JSON.parse(entry) as { msg: string }).msg) },
    );
    fanOut = createFanOut(
      `nats://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      { onUserFact: () => undefined, onCounters: () => undefined, onConnected: () => (connections += 1) },
      log,
    );
    fanOut.subscribe(7);
    await until('connected', () => messages.includes('fan-out connected'));
    assert.deepEqual([refused, connections], [2, 1]);
    await until('subscribed', async () => (await nats.subjects()).includes('palier.user.7'));
  });
  test('fan-out: it reconnects and subscribes again after a restart that refuses logins', async () => {
    refusals = 4;
    const { port } = nats;
    await nats.stop();
    nats = await startNats(port);
    await until('back', () => messages.includes('fan-out is back'));
    assert.deepEqual([refused, connections], [4, 2]);
    await until('subscribed', async () => (await nats.subjects()).includes('palier.user.7'));
  });
});
