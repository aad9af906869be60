import { setTimeout as wait } from 'node:timers/promises';
import { residentKb } from '@palier/faults/actors/memory';
import type { Player } from '@palier/faults/actors/players';
import { openStomp, type RawClient, subscribeFrame } from '@palier/faults/actors/stomp-client';
import type { SocketServer } from './reference';

export const COUNTERS = '/topic/jackpot/counters';
const AT_ONCE = 50;
const WARM_UP = 200;

/** A player's socket with the shell's subscriptions. */
async function open(url: string, { id, token }: Player): Promise<RawClient> {
  const client = await openStomp(url, token);
  client.send(subscribeFrame('w', `/topic/jackpot/user/${id}`, 'ack:client-individual\n'));
  client.send(subscribeFrame('b', `/topic/balance/user/${id}`));
  client.send(subscribeFrame('c', COUNTERS, 'receipt:ready\n'));
  await client.waitForFrame('RECEIPT');
  return client;
}

export async function openAll(url: string, players: readonly Player[]): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (let from = 0; from < players.length; from += AT_ONCE)
    clients.push(
      ...(await Promise.all(players.slice(from, from + AT_ONCE).map((player) => open(url, player)))),
    );
  return clients;
}

export const closeAll = (clients: readonly RawClient[]): void => clients.forEach((client) => client.end());

/** Resident memory per open socket in kB, after a warm-up. */
export async function memoryPerSocket(server: SocketServer, players: readonly Player[]): Promise<number> {
  closeAll(await openAll(server.url, players.slice(0, WARM_UP)));
  await wait(2_000);
  const before = residentKb(server.pid);
  const clients = await openAll(server.url, players);
  await wait(4_000);
  const each = (residentKb(server.pid) - before) / clients.length;
  closeAll(clients);
  return each;
}

/** Milliseconds from the first to the last socket's receipt of one broadcast. */
export async function spreadOfBroadcast(
  clients: readonly RawClient[],
  publish: () => unknown,
): Promise<number> {
  let [first, heard] = [0, 0];
  return new Promise<number>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`${heard} of ${clients.length} received it`)), 20_000);
    const listener = (data: Buffer): void => {
      if (!data.includes(COUNTERS)) return;
      const now = performance.now();
      if (heard === 0) first = now;
      heard += 1;
      if (heard < clients.length) return;
      clearTimeout(patience);
      for (const { socket } of clients) socket.off('message', listener);
      resolve(now - first);
    };
    for (const { socket } of clients) socket.on('message', listener);
    void publish();
  });
}

/** Milliseconds from calling `act` to the client's next message of a topic. */
export async function timeToMessage(
  client: RawClient,
  topic: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const heard = new Promise<number>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`no message of ${topic}`)), 10_000);
    const listener = (data: Buffer): void => {
      if (!data.includes(`destination:${topic}`)) return;
      clearTimeout(patience);
      client.socket.off('message', listener);
      resolve(performance.now() - startedAt);
    };
    client.socket.on('message', listener);
  });
  await act();
  return heard;
}
