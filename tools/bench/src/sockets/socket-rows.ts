import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from '@palier/faults/actors/cluster';
import { bringBronzeNear } from '@palier/faults/actors/jackpots';
import { issueTo } from '@palier/faults/actors/mint';
import { createPlayers, openGame, type Player } from '@palier/faults/actors/players';
import { openStomp } from '@palier/faults/actors/stomp-client';
import { playOnce } from '@palier/faults/actors/wallet-client';
import { percentile } from '../measure';
import type { BenchRow, Probe } from '../row';
import { closeAll, COUNTERS, memoryPerSocket, openAll, spreadOfBroadcast, timeToMessage } from './crowd';
import { startReference } from './reference';

const SOCKETS = 2_000;
const MANY_SOCKETS = 8_000;
const FEW_SOCKETS = 200;
const BROADCASTS = 20;
/** The server's minimum interval between counters; the reference pauses as long, for equally cold caches. */
const COUNTERS_PAUSE_MS = 500;
const BETS = 200;
const WINS = 30;
const FUNDS_MICROS = 1_000_000_000n;

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** One server process with the demo's hierarchy and signed-in players. */
async function startServer(count: number): Promise<{ cluster: Cluster; players: Player[]; player: Player }> {
  const cluster = await startCluster({ processes: 1, environment: { LOG_LEVEL: 'warn' } });
  const players = await createPlayers(cluster, count);
  const player = players[0]!;
  await issueTo(cluster.owner, [player.id], FUNDS_MICROS);
  await openGame(cluster, player.id);
  return { cluster, players, player };
}

/** Checkpoint and verification of the cluster's database. */
const ledgerProbe = (cluster: Cluster): Pick<Probe, 'checkpoint' | 'recount'> => ({
  checkpoint: async () => void (await cluster.owner.query('checkpoint')),
  recount: () => cluster.verify(),
});

/** Median ms from a bet's call to its balance message, with `count` sockets open. */
async function targeted(
  { cluster, players, player }: Awaited<ReturnType<typeof startServer>>,
  count: number,
): Promise<number> {
  const server = cluster.processes[0]!;
  const clients = await openAll(server.url, players.slice(0, count));
  const times: number[] = [];
  for (let bet = 0; bet < BETS; bet += 1)
    times.push(
      await timeToMessage(clients[0]!, `/topic/balance/user/${player.id}`, () =>
        playOnce(server, player.id, { bet: 1, win: 0.5 }),
      ),
    );
  closeAll(clients);
  await wait(1_000);
  return median(times);
}

/** The cost of open sockets and of messages. */
export function socketRows(): BenchRow[] {
  return [
    {
      id: 'sockets-memory',
      group: 'sockets',
      title: `memory of a held socket with its subscriptions, ${SOCKETS.toLocaleString('en')} held`,
      unit: 'kB',
      reference: 'sockjs-node 0.3.24',
      goal: { atMost: 0.6 },
      async prepare() {
        const { cluster, players } = await startServer(SOCKETS);
        return {
          ...ledgerProbe(cluster),
          async subject() {
            const server = await cluster.start({ joins: false });
            await server.ready();
            const each = await memoryPerSocket({ ...server, stop: async () => undefined }, players);
            await server.kill('SIGKILL');
            return each;
          },
          async reference() {
            const server = await startReference('sockjs');
            const each = await memoryPerSocket(server, players);
            await server.stop();
            return each;
          },
          close: () => cluster.stop(),
        };
      },
    },
    {
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
        return {
          ...ledgerProbe(cluster),
          async subject() {
            const clients = await openAll(server.url, players);
            const times: number[] = [];
            for (let round = 0; round < BROADCASTS; round += 1) {
              times.push(
                await spreadOfBroadcast(clients, () => playOnce(server, player.id, { bet: 1, win: 0 })),
              );
              await wait(100);
            }
            closeAll(clients);
            await wait(1_000);
            return median(times);
          },
          async reference() {
            const clients = await openAll(bare.url, players);
            const publisher = await openStomp(bare.url, 'none');
            const body = JSON.stringify({ bronze: 1234.56, silver: 12345.67, gold: 123456.78 });
            const times: number[] = [];
            for (let round = 0; round < BROADCASTS; round += 1) {
              times.push(
                await spreadOfBroadcast(clients, () =>
                  publisher.send(`SEND\ndestination:${COUNTERS}\n\n${body}\0`),
                ),
              );
              await wait(COUNTERS_PAUSE_MS);
            }
            closeAll([...clients, publisher]);
            await wait(1_000);
            return median(times);
          },
          async close() {
            await bare.stop();
            await cluster.stop();
          },
        };
      },
    },
    {
      id: 'sockets-targeted',
      group: 'sockets',
      title: `a bet until its balance is in the player’s socket, p50, beside ${MANY_SOCKETS.toLocaleString('en')} sockets`,
      unit: 'ms',
      reference: `beside ${FEW_SOCKETS} sockets`,
      goal: { atMost: 1.2 },
      async prepare() {
        const setup = await startServer(MANY_SOCKETS);
        return {
          ...ledgerProbe(setup.cluster),
          subject: () => targeted(setup, MANY_SOCKETS),
          reference: () => targeted(setup, FEW_SOCKETS),
          close: () => setup.cluster.stop(),
        };
      },
    },
    {
      id: 'sockets-win',
      group: 'sockets',
      title: 'the winning bet’s call until the jackpot is in the player’s socket, p50',
      unit: 'ms',
      reference: 'a bet’s call until its answer, p50',
      goal: { atMost: 2 },
      async prepare() {
        const { cluster, player } = await startServer(1);
        const server = cluster.processes[0]!;
        return {
          ...ledgerProbe(cluster),
          async subject() {
            const [client] = await openAll(server.url, [player]);
            const times: number[] = [];
            for (let win = 0; win < WINS; win += 1) {
              await bringBronzeNear(cluster);
              const topic = `/topic/jackpot/user/${player.id}`;
              times.push(
                await timeToMessage(client!, topic, () => playOnce(server, player.id, { bet: 2, win: 0 })),
              );
              const ack = /^ack:(.+)$/m.exec(client!.frames.findLast((frame) => frame.includes(topic)) ?? '');
              client!.send(`ACK\nid:${ack?.[1] ?? ''}\n\n\0`);
            }
            closeAll([client!]);
            return median(times);
          },
          async reference() {
            const times: number[] = [];
            for (let bet = 0; bet < BETS; bet += 1) {
              const startedAt = performance.now();
              await playOnce(server, player.id, { bet: 2, win: 0 });
              times.push(performance.now() - startedAt);
            }
            return median(times);
          },
          close: () => cluster.stop(),
        };
      },
    },
  ];
}
