import { setTimeout as wait } from 'node:timers/promises';
import { residentKb } from '@palier/faults/actors/memory';
import type { Player } from '@palier/faults/actors/players';
import { COUNTERS_TOPIC, openPlayerSockets, type RawClient } from '@palier/faults/actors/stomp-client';
import type { SocketServer } from './reference';

const WARM_UP = 200;

export const closeAll = (clients: readonly RawClient[]): void => clients.forEach((client) => client.end());

/** Resident memory per open socket in kB, after a warm-up. */
export async function measureSocketMemory(
  server: Pick<SocketServer, 'url' | 'pid'>,
  players: readonly Player[],
): Promise<number> {
  closeAll(await openPlayerSockets(server.url, players.slice(0, WARM_UP)));
  await wait(2_000);
  const before = residentKb(server.pid);
  const clients = await openPlayerSockets(server.url, players);
  await wait(4_000);
  const each = (residentKb(server.pid) - before) / clients.length;
  closeAll(clients);
  return each;
}

/** Milliseconds from the first to the last socket's receipt of one broadcast. */
export async function measureSpread(clients: readonly RawClient[], publish: () => unknown): Promise<number> {
  const receipts = clients.map((client) => nextMessageAt(client, COUNTERS_TOPIC));
  void publish();
  const times = await Promise.all(receipts);
  return times.reduce((last, at) => Math.max(last, at), 0) - times.reduce((first, at) => Math.min(first, at));
}

/** Milliseconds from calling `act` to the client's next message of a topic. */
export async function timeMessage(
  client: RawClient,
  topic: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const receipt = nextMessageAt(client, topic);
  await act();
  return (await receipt) - startedAt;
}

/** The time (`performance.now()`) of the client's next message of a topic. */
const nextMessageAt = ({ socket }: RawClient, topic: string): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`no message of ${topic}`)), 20_000);
    const listener = (data: Buffer): void => {
      if (!data.includes(`destination:${topic}`)) return;
      clearTimeout(patience);
      socket.off('message', listener);
      resolve(performance.now());
    };
    socket.on('message', listener);
  });
