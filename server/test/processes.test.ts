import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster, type Cluster, type Session } from '../faults/cluster';
import type { ServerProcess } from '../faults/server-process';
import { portOf, startChaosProxy, type ChaosProxy } from '../faults/tools/chaos-proxy';
import { startNats, type NatsServer } from '../faults/tools/nats';
import { bringBronzeNear, openGame, playOnce } from '../faults/tools/play';
import { openStomp, subscribeFrame, type RawClient } from '../faults/tools/stomp-client';

let cluster: Cluster;
let nats: NatsServer;
let address: ChaosProxy;
let player: Session;
let first: ServerProcess;
let second: ServerProcess;

const openOn = async (server: ServerProcess): Promise<RawClient> => {
  const socket = await openStomp(server.url, player.accessToken);
  socket.say(subscribeFrame('w', `/topic/jackpot/user/${player.user.id}`, 'ack:client-individual\n'));
  socket.say(subscribeFrame('b', `/topic/balance/user/${player.user.id}`));
  socket.say(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:ready\n'));
  await socket.hear('RECEIPT');
  return socket;
};
const messages = (socket: RawClient, topic: string): string[] =>
  socket.frames.filter(
    (frame) => frame.startsWith('MESSAGE') && frame.includes(`destination:/topic/${topic}`),
  );
const until = async (what: string, isTrue: () => boolean): Promise<void> => {
  for (let waited = 0; waited < 200; waited += 1) {
    if (isTrue()) return;
    await wait(25);
  }
  assert.fail(`${what}: not within 5 s`);
};

describe('two processes, one database, NATS, one address', () => {
  before(async () => {
    nats = await startNats();
    cluster = await startCluster({ environment: { NATS_URL: nats.url } });
    [first, second] = cluster.processes as [ServerProcess, ServerProcess];
    address = await startChaosProxy(cluster.processes.map(({ url }) => portOf(url)));
    player = await cluster.login('client', 'Client1234');
    await openGame(cluster, player.user.id);
    await until('fan-out', () =>
      cluster.processes.every(({ log }) => log.some((line) => line.includes('fan-out connected'))),
    );
  });
  after(async () => {
    await address.stop();
    await cluster.stop();
    await nats.stop();
  });

  test('When a stake is settled on one process, then the player’s socket on the other hears balance and counters', async () => {
    const socket = await openOn(second);
    const { user_balance } = await playOnce(first, player.user.id, { bet: 1.5, win: 0.5 });
    await until('the balance', () =>
      messages(socket, 'balance').some((text) => text.includes(`"balance":${user_balance}`)),
    );
    await until('the counters', () => messages(socket, 'jackpot/counters').length > 0);
    socket.end();
  });

  test('When a jackpot falls on one process, then its winner on the other is told once, and again until it is acknowledged', async () => {
    const socket = await openOn(second);
    await bringBronzeNear(cluster);
    await playOnce(first, player.user.id, { bet: 2, win: 0 });
    await until('the win', () => messages(socket, 'jackpot/user').length > 0);
    await wait(1_500);
    assert.equal(messages(socket, 'jackpot/user').length, 1);
    socket.end();

    const again = await openOn(first);
    await until('the win again', () => messages(again, 'jackpot/user').length > 0);
    const ack = /^ack:(.+)$/m.exec(messages(again, 'jackpot/user')[0] ?? '')?.[1] ?? '';
    again.say(`ACK\nid:${ack}\nreceipt:acked\n\n\0`);
    await wait(300);
    again.end();
    const { rows } = await cluster.owner.query('select from jackpot_wins where delivered_at is null');
    assert.equal(rows.length, 0);
  });

  test('When nobody of a user is connected, then no process is subscribed to them', async (context) => {
    if (nats.subjects() === null) return context.skip('only the stand-in tells its subjects');
    await until(
      'no subjects left',
      () => !nats.subjects()!.some((subject) => subject.startsWith('palier.user')),
    );
    const socket = await openOn(second);
    await until('one subject', () => nats.subjects()!.includes(`palier.user.${player.user.id}`));
    assert.equal(nats.subjects()!.filter((subject) => subject.startsWith('palier.user')).length, 1);
    socket.end();
  });

  test('When NATS dies, then wins still reach the other process and ended sessions still close there', async () => {
    const socket = await openOn(second);
    const { port } = portOf(nats.url.replace('nats:', 'http:'));
    await nats.stop();
    await bringBronzeNear(cluster);
    await playOnce(first, player.user.id, { bet: 2, win: 0 });
    await until('the win', () => messages(socket, 'jackpot/user').length > 0);

    nats = await startNats(port);
    await until('NATS again', () =>
      cluster.processes.every(({ log }) => log.some((line) => line.includes('fan-out is back'))),
    );
    const before = messages(socket, 'balance').length;
    await playOnce(first, player.user.id, { bet: 1, win: 0 });
    await until('the balance', () => messages(socket, 'balance').length > before);

    const { accessToken: admin } = await cluster.login('admin');
    const deactivated = await first.call('POST', `/user/update-status/${player.user.id}`, {
      token: admin,
      body: { active: false },
    });
    assert.equal(deactivated.status, 200);
    const closedAfter = await socket.closed(5_000);
    assert.ok(closedAfter !== null, 'the socket stayed open');
    assert.equal((await second.call('GET', '/user/me', { token: player.accessToken })).status, 401);
    await first.call('POST', `/user/update-status/${player.user.id}`, {
      token: admin,
      body: { active: true },
    });
  });

  test('When the processes restart one after the other under load, then a retrying caller loses no call', async () => {
    const { accessToken: token } = await cluster.login('admin');
    const { username } = await cluster.newChild('admin', 0);
    let isOver = false;
    let acknowledged = 0;
    const writer = async (writerId: number): Promise<void> => {
      for (let call = 0; !isOver; call += 1) {
        const key = `restart-${writerId}-${call}`;
        for (let tries = 0; ; tries += 1) {
          assert.ok(tries < 200, `call ${key} never passed`);
          const status = await fetch(`${address.url}/api/v1/transactions`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'idempotency-key': key,
            },
            body: JSON.stringify({ receiverUsername: username, amount: 0.01, type: 'DEPOSIT' }),
            signal: AbortSignal.timeout(15_000),
          }).then(
            async (answer) => (await answer.arrayBuffer(), answer.status),
            () => 0,
          );
          if (status === 200) break;
          assert.ok(status === 0 || status === 503, `call ${key} was answered ${status}`);
          await wait(50);
        }
        acknowledged += 1;
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, (_, id) => writer(id)));
    for (const server of [first, second]) {
      assert.equal(await server.kill('SIGTERM'), 0);
      const again = await cluster.start({ port: portOf(server.url).port });
      await again.ready();
    }
    isOver = true;
    await writers;
    assert.ok(acknowledged > 0);
    assert.equal(Math.round((await cluster.balanceOf(username)) * 100), acknowledged);
    assert.equal(await cluster.verify(), null);
  });
});
