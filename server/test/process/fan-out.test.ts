import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { portOf } from '@palier/faults/actors/faulty-proxy';
import { startNats, type NatsServer } from '@palier/faults/actors/nats';
import { untilTrue } from '@palier/faults/wait-until';
import { createFanOut, type FanOut } from '../../src/realtime/fan-out';

/** How many logins are refused before the next is let in: an operator has changed the password here, and not there yet. */
let refusals = 0;
let refused = 0;
let nats: NatsServer;
let door: Server;
const said: string[] = [];
let back = 0;
let fanOut: FanOut | undefined;

before(async () => {
  nats = await startNats();
  const inside = portOf(nats.url.replace('nats:', 'http:'));
  door = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (refused < refusals) {
      refused += 1;
      socket.write(
        'INFO {"server_id":"door","version":"2.9.0","proto":1,"max_payload":1048576,"auth_required":true}\r\n',
      );
      socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
      return;
    }
    const line = connect(inside).on('error', () => socket.destroy());
    socket.pipe(line).pipe(socket);
    socket.on('close', () => line.destroy());
    line.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await fanOut?.close();
  door.close();
  await nats.stop();
});

const until = async (what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  assert.ok(await untilTrue(isTrue, 60_000), `${what}: not within a minute; it said ${said.join('; ')}`);

describe('fan-out whose logins NATS refuses for a while', () => {
  test('When the first ones are refused, then it comes up all the same, and tells what was missed until then', async () => {
    refusals = 3;
    const log = pino({}, { write: (line: string) => said.push((JSON.parse(line) as { msg: string }).msg) });
    fanOut = createFanOut(
      `nats://127.0.0.1:${(door.address() as AddressInfo).port}`,
      { onUserFact: () => undefined, onCounters: () => undefined, onConnected: () => (back += 1) },
      log,
    );
    fanOut.subscribe(7);
    await until('connected', () => said.includes('fan-out connected'));
    assert.deepEqual([refused, back], [3, 1]);
    await until('subscribed', async () => (await nats.subjects()).includes('palier.user.7'));
  });
  test('When later ones are refused, then it comes back all the same', async () => {
    refusals = 6;
    const { port } = portOf(nats.url.replace('nats:', 'http:'));
    await nats.stop();
    nats = await startNats(port);
    await until('back', () => said.includes('fan-out is back'));
    assert.deepEqual([refused, back], [6, 2]);
    await until('subscribed', async () => (await nats.subjects()).includes('palier.user.7'));
  });
});
