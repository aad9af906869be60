import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startBalancer, type Balancer } from '@palier/test-support/actors/balancer';
import { type Cluster, type Session, startCluster } from '@palier/test-support/actors/cluster';
import { type FreezableProxy, startFreezableProxy } from '@palier/test-support/actors/freezable-proxy';
import { bringBronzeNear } from '@palier/test-support/actors/jackpots';
import { type NatsServer, startNats } from '@palier/test-support/actors/nats';
import { openGame } from '@palier/test-support/actors/players';
import type { ServerProcess } from '@palier/test-support/actors/server-process';
import {
  connectFrame,
  openStomp,
  type RawClient,
  subscribeFrame,
} from '@palier/test-support/actors/stomp-client';
import { callWallet, playOnce, type WalletCall } from '@palier/test-support/actors/wallet-client';
import { openXhrClient } from '@palier/test-support/actors/xhr-client';
import { untilLockWaits, untilTrue } from '@palier/test-support/wait-until';
import { holdOpen } from '../database';

let cluster: Cluster;
let nats: NatsServer;
let natsProxy: FreezableProxy;
let balancer: Balancer;
let player: Session;
let first: ServerProcess;
let second: ServerProcess;

const openOn = async (
  server: { readonly url: string },
  { accessToken, user } = player,
): Promise<RawClient> => {
  const socket = await openStomp(server.url, accessToken);
  socket.send(subscribeFrame('w', `/topic/jackpot/user/${user.id}`, 'ack:client-individual\n'));
  socket.send(subscribeFrame('b', `/topic/balance/user/${user.id}`));
  socket.send(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:ready\n'));
  await socket.waitForFrame('RECEIPT');
  return socket;
};
const messages = (socket: Pick<RawClient, 'frames'>, topic: string): string[] =>
  socket.frames.filter(
    (frame) => frame.startsWith('MESSAGE') && frame.includes(`destination:/topic/${topic}`),
  );
const until = async (condition: string, isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  assert.ok(await untilTrue(isTrue), `${condition}: not in time`);
const balanceIn = (frame: string | undefined): unknown =>
  (JSON.parse(/\{.*\}/.exec(frame ?? '')?.[0] ?? '{}') as { balance?: unknown }).balance;
/** The player's balance after this change. */
const balanceAfter = async (change: number): Promise<number> =>
  Math.round(((await cluster.balanceOf('client')) + change) * 1e6) / 1e6;

/**
 * Sends a stake, and signals the process after the database has the stake and before the process has its
 * answer.
 */
async function stakeAndSignal(
  server: ServerProcess,
  move: WalletCall,
  signal: NodeJS.Signals,
): Promise<void> {
  const expected = await balanceAfter(-Number(move.bet));
  const release = await holdOpen(cluster.owner, "select from accounts where code = 'user:client' for update");
  callWallet(server, move).catch(() => undefined);
  await untilLockWaits(cluster.owner);
  process.kill(server.pid, signal);
  await release();
  await until('the stake is taken', async () => (await cluster.balanceOf('client')) === expected);
}

/** The number of times that each process has logged the text. */
const timesLoggedByAll = (text: string): number =>
  Math.min(...cluster.processes.map(({ log }) => log.filter((entry) => entry.includes(text)).length));

describe('two processes behind the balancer', () => {
  before(async () => {
    nats = await startNats();
    natsProxy = await startFreezableProxy(nats);
    cluster = await startCluster({ environment: { NATS_URL: `nats://127.0.0.1:${natsProxy.port}` } });
    [first, second] = cluster.processes as [ServerProcess, ServerProcess];
    balancer = await startBalancer(cluster.processes.map(({ url }) => url));
    player = await cluster.login('client', 'Client1234');
    await openGame(cluster, player.user.id);
    await until('fan-out', () => timesLoggedByAll('fan-out connected') > 0);
  });
  after(async () => {
    await balancer.stop();
    await cluster.stop();
    await natsProxy.stop();
    await nats.stop();
  });

  test('two processes: no process is subscribed to the subject of a user without sockets', async () => {
    const ofUsers = async (): Promise<string[]> =>
      (await nats.subjects()).filter((subject) => subject.startsWith('palier.user'));
    await until('no subjects left', async () => (await ofUsers()).length === 0);
    const socket = await openOn(second);
    await until('one subject', async () => (await ofUsers()).join() === `palier.user.${player.user.id}`);
    socket.end();
  });

  test('two processes: a follower receives stakes of the other process, also missed ones', async () => {
    const agent = await cluster.login('admin', 'Admin1234');
    const socket = await openOn(second, agent);
    const topic = `/topic/balance/user/${player.user.id}`;
    socket.send(subscribeFrame('child', topic, 'receipt:child\n'));
    await socket.waitForFrame('RECEIPT\nreceipt-id:child');
    const balance = (): unknown => balanceIn(messages(socket, `balance/user/${player.user.id}`).at(-1));
    const subjects = async (): Promise<string> => (await nats.subjects()).join();
    const subject = `palier.user.${player.user.id}`;
    await until('the subject', async () => (await subjects()).includes(subject));
    const { user_balance } = await playOnce(first, player.user.id, { bet: 1.5, win: 0.5 });
    await until('the balance', () => balance() === user_balance);
    await until('the counters', () => messages(socket, 'jackpot/counters').length > 0);

    const [lost, back] = [timesLoggedByAll('fan-out lost'), timesLoggedByAll('fan-out is back')];
    const { port } = nats;
    await nats.stop();
    await until('the loss', () => timesLoggedByAll('fan-out lost') > lost);
    const missed = await playOnce(first, player.user.id, { bet: 2, win: 0.5 });
    nats = await startNats(port);
    await until('NATS again', () => timesLoggedByAll('fan-out is back') > back);
    await until('the balance that NATS missed', () => balance() === missed.user_balance);

    socket.send(`UNSUBSCRIBE\nid:child\n\n\0`);
    await until('no subject', async () => !(await subjects()).includes(subject));
    socket.end();
  });

  test('two processes: a process that resumes does not replace a newer balance', async () => {
    const third = await cluster.start({ joins: false });
    await third.ready();
    await until('fan-out of the third', () => third.log.some((entry) => entry.includes('fan-out connected')));
    const neighbour = await cluster.newChild('admin', 10);
    const other = await cluster.login(neighbour.username);
    await openGame(cluster, other.user.id);
    const [socket, marker] = [await openOn(second), await openOn(second, other)];
    await stakeAndSignal(third, { player: player.user, txn: 'held', round: 'held', bet: 1 }, 'SIGSTOP');
    const { user_balance } = await playOnce(first, player.user.id, { bet: 2, win: 0 });
    await until('the newer balance', () => balanceIn(messages(socket, 'balance').at(-1)) === user_balance);

    process.kill(third.pid, 'SIGCONT');
    await until('the answer to the held one', async () => {
      const answer = await callWallet(third, { player: player.user, txn: 'held', round: 'held', bet: 1 });
      return answer.status === 1;
    });
    // The third process publishes this balance after the one of its held stake.
    await playOnce(third, other.user.id, { bet: 1, win: 0 });
    await until('the marker', () => messages(marker, 'balance').length > 0);
    assert.equal(balanceIn(messages(socket, 'balance').at(-1)), user_balance);
    for (const one of [socket, marker]) one.end();
    await third.kill('SIGKILL');
  });

  test('two processes: a repeated stake publishes the balance that a dead process did not', async () => {
    const third = await cluster.start({ joins: false });
    await third.ready();
    const socket = await openOn(second);
    const stake = { player: player.user, txn: 'orphan', round: 'orphan', bet: 1 };
    await stakeAndSignal(third, stake, 'SIGKILL');
    const { status, user_balance } = await callWallet(first, stake);
    assert.equal(status, 1);
    await until('the balance', () => balanceIn(messages(socket, 'balance').at(-1)) === user_balance);
    socket.end();
  });

  test('two processes: stakes and wins go on while NATS is frozen, and balances arrive later', async () => {
    const socket = await openOn(second);
    const back = timesLoggedByAll('fan-out is back');
    const lost = timesLoggedByAll('fan-out lost');
    natsProxy.isFrozen = true;
    await bringBronzeNear(cluster);
    const { status } = await playOnce(first, player.user.id, { bet: 2, win: 0 });
    assert.equal(status, 1);
    await until('the win', () => messages(socket, 'jackpot/user').length > 0);
    const { user_balance } = await playOnce(first, player.user.id, { bet: 1, win: 0.5 });
    const hasReceived = (): boolean =>
      messages(socket, 'balance').some((text) => text.includes(`"balance":${user_balance}`));
    assert.equal(hasReceived(), false);
    await until('the loss is logged', () => timesLoggedByAll('fan-out lost') > lost);
    natsProxy.isFrozen = false;
    await until('NATS again', () => timesLoggedByAll('fan-out is back') > back);
    await until('the balance that moved meanwhile', hasReceived);
    socket.end();
    assert.equal(await cluster.verify(), null);
  });

  test('two processes: a browser with XHR streaming keeps its process and gets all balances', async () => {
    const browsers = await Promise.all(Array.from({ length: 6 }, () => openXhrClient(balancer.url)));
    for (const browser of browsers) {
      await browser.send(connectFrame(player.accessToken));
      await until('CONNECTED', () => browser.frames.some((frame) => frame.startsWith('CONNECTED')));
      await browser.send(subscribeFrame('b', `/topic/balance/user/${player.user.id}`, 'receipt:ready\n'));
      await until('RECEIPT', () => browser.frames.some((frame) => frame.startsWith('RECEIPT')));
    }
    for (const server of [first, second]) {
      const { user_balance } = await playOnce(server, player.user.id, { bet: 1, win: 0.25 });
      for (const browser of browsers)
        await until('the balance', () =>
          messages(browser, 'balance').some((text) => text.includes(`"balance":${user_balance}`)),
        );
    }
    for (const browser of browsers) browser.end();
  });
});
