import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from '@palier/test-support/actors/cluster';
import { bringBronzeNear } from '@palier/test-support/actors/jackpots';
import { issueTo } from '@palier/test-support/actors/mint';
import { createPlayers, openGame, type Player } from '@palier/test-support/actors/players';
import {
  COUNTERS_TOPIC,
  openPlayerSockets,
  openStomp,
  type RawClient,
} from '@palier/test-support/actors/stomp-client';
import { playOnce } from '@palier/test-support/actors/wallet-client';
import { percentile } from '../measure';
import type { BenchRow } from '../row';
import { closeAll, MEASURED_PROCESS, measureSocketMemory, measureSpread, timeMessage } from './crowd';
import { startReference } from './reference';

const SOCKETS = 2_000;
const HELD_SOCKETS = 4_000;
const BROADCASTS = 20;
/** The server's minimum interval between counters; the reference pauses as long, for equally cold caches. */
const COUNTERS_PAUSE_MS = 500;
const BETS = 200;
const WINS = 30;
const FUNDS_MICROS = 1_000_000_000n;

interface Setup {
  readonly cluster: Cluster;
  readonly players: readonly Player[];
  /** The first of the players, with money and the game open. */
  readonly player: Player;
}

/** One server process with the demo's hierarchy and signed-in players. */
async function startServer(count: number): Promise<Setup> {
  const cluster = await startCluster({ processes: 1, environment: { LOG_LEVEL: 'warn' } });
  const players = await createPlayers(cluster, count);
  const player = players[0]!;
  await issueTo(cluster.owner, [player.id], FUNDS_MICROS);
  await openGame(cluster, player.id);
  return { cluster, players, player };
}

/** The part of a benchmark that is the same for every cluster: checkpoint, verification and stop. */
const ledgerProbe = (cluster: Cluster) => ({
  checkpoint: async () => void (await cluster.owner.query('checkpoint')),
  recount: () => cluster.verify(),
  close: () => cluster.stop(),
});

/** Median ms of broadcasts to `players`, each after a pause. */
async function measureBroadcasts(
  url: string,
  players: readonly Player[],
  publish: () => unknown,
  pauseMs: number,
): Promise<number> {
  const clients = await openPlayerSockets(url, players);
  const each = await medianOf(BROADCASTS, async () => {
    await wait(pauseMs);
    return measureSpread(clients, publish);
  });
  await closeAndSettle(clients);
  return each;
}

async function medianOf(count: number, measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < count; time += 1) times.push(await measure());
  return percentile(times, 0.5);
}

async function closeAndSettle(clients: readonly RawClient[]): Promise<void> {
  closeAll(clients);
  await wait(1_000);
}

/**
 * Wins the bronze pot; acknowledges the winner's message and returns the milliseconds until the message
 * arrived.
 */
async function measureWin({ cluster, player }: Setup, client: RawClient): Promise<number> {
  await bringBronzeNear(cluster);
  const topic = `/topic/jackpot/user/${player.id}`;
  const bet = () => playOnce(cluster.processes[0]!, player.id, { bet: 2, win: 0 });
  const ms = await timeMessage(client, topic, bet);
  const message = client.frames.findLast((frame) => frame.includes(topic)) ?? '';
  client.send(`ACK\nid:${/^ack:(.+)$/m.exec(message)?.[1] ?? ''}\n\n\0`);
  return ms;
}

const memoryRow: BenchRow = {
  id: 'sockets-memory',
  group: 'sockets',
  title:
    'memory of each further held socket with its subscriptions, ' +
    `up to ${HELD_SOCKETS.toLocaleString('en')}`,
  unit: 'kB',
  reference: 'sockjs-node 0.3.24',
  goal: { atMost: 0.6 },
  async prepare() {
    const { cluster } = await startServer(1);
    // Each reading creates new players: on a busy machine the readings of this row together last longer
    // than an access token, and old tokens would be refused.
    const newPlayers = () => createPlayers(cluster, HELD_SOCKETS);
    return {
      ...ledgerProbe(cluster),
      async subject() {
        const environment = { NODE_OPTIONS: MEASURED_PROCESS.join(' ') };
        const server = await cluster.start({ joins: false, environment });
        await server.ready();
        const each = await measureSocketMemory(server, await newPlayers());
        await server.kill('SIGKILL');
        return each;
      },
      async reference() {
        const server = await startReference('sockjs', MEASURED_PROCESS);
        const each = await measureSocketMemory(server, await newPlayers());
        await server.stop();
        return each;
      },
    };
  },
};

const broadcastRow: BenchRow = {
  id: 'sockets-broadcast',
  group: 'sockets',
  title: `counters to ${SOCKETS.toLocaleString('en')} sockets: from the first to the last`,
  unit: 'ms',
  reference: 'the bare WebSocket library (ws), framed once',
  goal: { atMost: 1.15 },
  async prepare() {
    const { cluster, players, player } = await startServer(SOCKETS);
    const server = cluster.processes[0]!;
    const bare = await startReference('ws');
    const probe = ledgerProbe(cluster);
    return {
      ...probe,
      subject: () =>
        measureBroadcasts(server.url, players, () => playOnce(server, player.id, { bet: 1, win: 0 }), 100),
      async reference() {
        const publisher = await openStomp(bare.url, 'none');
        const body = JSON.stringify({ bronze: 1234.56, silver: 12345.67, gold: 123456.78 });
        const publish = () => publisher.send(`SEND\ndestination:${COUNTERS_TOPIC}\n\n${body}\0`);
        const each = await measureBroadcasts(bare.url, players, publish, COUNTERS_PAUSE_MS);
        publisher.end();
        return each;
      },
      async close() {
        await bare.stop();
        await probe.close();
      },
    };
  },
};

const winRow: BenchRow = {
  id: 'sockets-win',
  group: 'sockets',
  title: 'the winning bet’s call until the jackpot is in the player’s socket, p50',
  unit: 'ms',
  reference: 'a bet’s call until its answer, p50',
  goal: { atMost: 2 },
  async prepare() {
    const setup = await startServer(1);
    const { cluster, player } = setup;
    const server = cluster.processes[0]!;
    return {
      ...ledgerProbe(cluster),
      async subject() {
        const [client] = (await openPlayerSockets(server.url, [player])) as [RawClient];
        const each = await medianOf(WINS, () => measureWin(setup, client));
        client.end();
        return each;
      },
      reference: () =>
        medianOf(BETS, async () => {
          const startedAt = performance.now();
          await playOnce(server, player.id, { bet: 2, win: 0 });
          return performance.now() - startedAt;
        }),
    };
  },
};

/** The cost of open sockets and of messages. */
export const SOCKET_ROWS: readonly BenchRow[] = [memoryRow, broadcastRow, winRow];
