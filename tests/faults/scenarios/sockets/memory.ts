import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { collectGarbage, GC_ON_SIGNAL, residentKb } from '@palier/test-support/actors/memory';
import { createPlayers, type Player } from '@palier/test-support/actors/players';
import {
  COUNTERS_TOPIC,
  openPlayerSockets,
  openRawClient,
  type RawClient,
  subscribeFrame,
} from '@palier/test-support/actors/stomp-client';
import { postXhr as post } from '@palier/test-support/actors/xhr-client';
import type { ScenarioContext, Scenario } from '../../scenario';
import { untilTrue } from '@palier/test-support/wait-until';

const BROWSER = { cookie: `palier-socket=${'v'.repeat(32)}` };
const MEGABYTE = 2 ** 20;

const FLOODS: Readonly<Record<string, (client: RawClient) => void>> = {
  '10 000 headers': (client) => client.send(`CONNECT\n${'a:b\n'.repeat(10_000)}\n\0`),
  '40 short headers': (client) => client.send(`CONNECT\n${'a:b\n'.repeat(40)}\n\0`),
  'a long header': (client) => client.send(`CONNECT\nx:${'y'.repeat(12_000)}\n\n\0`),
  'an endless frame'(client) {
    client.send('CONNECT\n');
    for (let part = 0; part < 40; part += 1) client.send(`h${part}:${'z'.repeat(1_000)}\n`);
  },
  'a 20 MB message': (client) => client.socket.send(Buffer.alloc(20 * MEGABYTE, 'x')),
};

/**
 * Sends each flood on a new connection, which the server must close; a 30 MB XHR message may be refused with
 * 413 instead.
 */
async function flood({ within, expect }: ScenarioContext, url: string): Promise<void> {
  for (const [name, send] of Object.entries(FLOODS)) {
    const client = await openRawClient(url);
    send(client);
    expect((await client.closed(within(4_000))) !== null, `${name}: the connection stayed open`);
    client.end();
  }
  const session = `${url}/ws-jackpot/000/session${Math.random().toString(36).slice(2)}`;
  await post(`${session}/xhr`, '', BROWSER);
  const { status } = await post(`${session}/xhr_send`, `["${'x'.repeat(30 * MEGABYTE)}"]`, BROWSER);
  expect(status === 0 || status === 413, `30 MB xhr_send: ${status}`);
}

/**
 * Opens sockets at the first process, which must collect garbage at SIGWINCH for `readHeapMb`, and reads its
 * gauges and memory.
 */
function createSocketProbe(cluster: Cluster) {
  const { url, pid } = cluster.processes[0]!;
  const readMetrics = async (...names: readonly string[]): Promise<string> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return names.map((name) => new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]).join('/');
  };
  const readGauges = (): Promise<string> => readMetrics('palier_sockets', 'palier_socket_topics');
  return {
    open: (players: readonly Player[]) => openPlayerSockets(url, players, 'heart-beat:0,4000\n'),
    readGauges,
    readMemoryKb: () => residentKb(pid),
    /** Closes the sockets; returns the gauges, which are `0/0` when nothing is left. */
    async drop(clients: readonly RawClient[]): Promise<string> {
      for (const client of clients) client.end();
      await untilTrue(async () => (await readGauges()) === '0/0', 5_000);
      return readGauges();
    },
    async readHeapMb(): Promise<number> {
      await collectGarbage(pid);
      return Number(await readMetrics('nodejs_heap_size_used_bytes')) / MEGABYTE;
    },
  };
}

/**
 * Sends pairs of frames that request receipts, at most 600, until the connection closes, and reads no
 * receipt.
 */
async function floodWithReceipts(slow: RawClient): Promise<void> {
  slow.socket.pause();
  const receipt = `receipt:${'r'.repeat(7_500)}\n`;
  // Slower than the frame rate limit, so that only the unread answers can close the connection.
  for (let pair = 0; pair < 600 && slow.socket.readyState === slow.socket.OPEN; pair += 1) {
    slow.send(subscribeFrame(`s${pair}`, COUNTERS_TOPIC, receipt));
    slow.send(`UNSUBSCRIBE\nid:s${pair}\n${receipt}\n\0`);
    if (pair > 130) await wait(45);
  }
}

export default [
  {
    id: 'G79',
    title: 'oversized frames',
    fault: '10 000 headers, a long header, an endless frame, a 20 MB message, a 30 MB xhr_send; 20 of each',
    bound: 'ERROR or close at the limit; memory grows by 5 MB at most',
    trials: { short: 1, long: 20 },
    ownCluster: true,
    isSlow: true,
    async run(context) {
      const { trials, isLong, expect } = context;
      const cluster = await context.startOwnCluster({ processes: 1 });
      const { url, pid } = cluster.processes[0]!;
      // The first rounds compile code and grow the heap to its working size.
      for (let round = 0; round < 6; round += 1) await flood(context, url);
      // A leak grows in both measurements, the heap's working size in one of them at most.
      const growthsKb: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        await wait(1_500);
        const before = residentKb(pid);
        for (let trial = 0; trial < trials; trial += 1) await flood(context, url);
        await wait(1_500);
        growthsKb.push(residentKb(pid) - before);
      }
      const measured = `memory ${growthsKb.map((kb) => `${kb > 0 ? '+' : ''}${kb}`).join(', ')} kB`;
      expect(!isLong || Math.min(...growthsKb) <= 5 * 1024, measured);
      return measured;
    },
  },
  {
    id: 'G84',
    title: 'socket memory',
    fault: 'thousands of sockets held, connected and dropped; a client that does not read',
    bound:
      'under 30 kB each (goal 16); nothing left after the drops, heap within 10 % after as many again; ' +
      'the slow client is cut, others unaffected',
    trials: { short: 300, long: 2_000 },
    ownCluster: true,
    isSlow: true,
    async run({ startOwnCluster, trials, expect }) {
      const environment = { LOG_LEVEL: 'warn', NODE_OPTIONS: GC_ON_SIGNAL };
      const cluster = await startOwnCluster({ processes: 1, environment });
      const players = await createPlayers(cluster, trials);
      const probe = createSocketProbe(cluster);
      // Warm-up: compiled code and database connections must not count as socket memory.
      await probe.drop(await probe.open(players.slice(0, 200)));
      await wait(2_000);
      const before = probe.readMemoryKb();
      const held = await probe.open(players);
      await wait(4_000);
      const eachKb = (probe.readMemoryKb() - before) / held.length;
      expect(trials < 1_000 || eachKb <= 30, `${eachKb.toFixed(1)} kB for each socket`);
      const closed = held.filter(({ socket }) => socket.readyState !== socket.OPEN).length;
      expect(closed === 0, `${closed} of ${held.length} were closed`);
      const left = await probe.drop(held);
      expect(left === '0/0', `sockets/topics left after the drops: ${left}`);
      const heapBefore = await probe.readHeapMb();
      await probe.drop(await probe.open(players));
      const heapAfter = await probe.readHeapMb();
      const heap = `heap ${heapBefore.toFixed(1)} MB, then ${heapAfter.toFixed(1)} MB`;
      expect(Math.abs(heapAfter / heapBefore - 1) <= 0.1, heap);

      const [neighbour, slow] = (await probe.open(players.slice(0, 2))) as [RawClient, RawClient];
      await floodWithReceipts(slow);
      const isCut = await untilTrue(async () => (await probe.readGauges()) === '1/3', 10_000);
      expect(isCut, `the slow reader was not cut: ${await probe.readGauges()}`);
      neighbour.send('UNSUBSCRIBE\nid:c\nreceipt:still-here\n\n\0');
      const isServed = await untilTrue(() => neighbour.frames.some((frame) => frame.includes('still-here')));
      expect(isServed, 'the other client was affected');
      slow.end();
      neighbour.end();
      return `${eachKb.toFixed(1)} kB each over ${held.length}, ${heap}`;
    },
  },
] satisfies Scenario[];
