import { setTimeout as wait } from 'node:timers/promises';
import { collectGarbage, GC_ON_SIGNAL, residentKb } from '@palier/test-support/actors/memory';
import type { Player } from '@palier/test-support/actors/players';
import { COUNTERS_TOPIC, openPlayerSockets, type RawClient } from '@palier/test-support/actors/stomp-client';
import type { SocketServer } from './reference';

const BASELINE_SOCKETS = 1_000;
/**
 * Node's options of a process whose sockets are measured. The young generation, otherwise up to 48 MB, would
 * count as memory of sockets.
 */
export const MEASURED_PROCESS = [GC_ON_SIGNAL, '--max-semi-space-size=1'];

export const closeAll = (clients: readonly RawClient[]): void => clients.forEach((client) => client.end());

/**
 * Resident memory without garbage in kB that each socket takes after the first thousand. `server` must run
 * with MEASURED_PROCESS.
 */
export async function measureSocketMemory(
  server: Pick<SocketServer, 'url' | 'pid'>,
  players: readonly Player[],
): Promise<number> {
  const readKb = async (): Promise<number> => {
    await wait(2_000);
    await collectGarbage(server.pid);
    // Node returns the freed pages a little later.
    await wait(2_000);
    return residentKb(server.pid);
  };
  const first = await openPlayerSockets(server.url, players.slice(0, BASELINE_SOCKETS));
  const before = await readKb();
  const more = await openPlayerSockets(server.url, players.slice(BASELINE_SOCKETS));
  const each = ((await readKb()) - before) / more.length;
  closeAll([...first, ...more]);
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
