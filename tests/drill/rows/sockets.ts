import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@palier/base/process/free-port';
import { startCluster, type Cluster } from '@palier/test-support/actors/cluster';
import { startNginx } from '@palier/test-support/actors/nginx';
import { createPlayers } from '@palier/test-support/actors/players';
import { connectClients, type ReconnectingClients } from '@palier/test-support/actors/reconnecting-clients';
import { untilTrue } from '@palier/test-support/wait-until';
import type { DrillContext, DrillRow, TrialResult } from '../row';

const SOCKETS = 10_000;
/** Sockets of one caller's address; opened at once. */
const PER_ADDRESS = 250;
/** Each proxy needs two file descriptors per socket, and the usual limit of a process is 20 000. */
const PROXIES = 2;
const TOKEN_LIFE_S = 3_600;
const PROMPT_MS = 8_000;
const LAST_BACK_LIMIT_MS = 120_000;
const environment = {
  STOP_DELAY_S: '5',
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
  ACCESS_TOKEN_TTL_S: String(TOKEN_LIFE_S),
};

async function openSockets(cluster: Cluster, proxies: readonly { url: string }[]) {
  const players = await createPlayers(cluster, SOCKETS, TOKEN_LIFE_S);
  const groups: ReconnectingClients[] = [];
  for (let from = 0; from < SOCKETS; from += PER_ADDRESS) {
    const group = groups.length;
    const address = { url: proxies[group % PROXIES]!.url, localAddress: `127.0.1.${group + 1}` };
    groups.push(await connectClients(address, players.slice(from, from + PER_ADDRESS)));
  }
  return groups;
}

/**
 * Restarts the processes one after the other and measures the outage of each socket that a restart closed.
 */
async function restartUnder(
  cluster: Cluster,
  groups: readonly ReconnectingClients[],
  expect: DrillContext['expect'],
) {
  const connected = (): number => groups.reduce((sum, group) => sum + group.connected(), 0);
  for (const url of cluster.processes.map((server) => server.url)) {
    const code = await cluster.processes.find((server) => server.url === url)!.kill('SIGTERM');
    expect(code === 0, `a process ended with exit code ${code}`);
    await (await cluster.start({ port: Number(new URL(url).port) })).ready();
    await wait(PROMPT_MS);
    const areBack = await untilTrue(() => connected() === SOCKETS, LAST_BACK_LIMIT_MS);
    expect(areBack, `${SOCKETS - connected()} sockets did not come back`);
  }
  return groups.flatMap(({ outagesMs }) => outagesMs).sort((one, other) => one - other);
}

async function run({ expect, faultBegins }: DrillContext): Promise<TrialResult> {
  const cluster = await startCluster({ processes: 2, environment });
  const targets = cluster.processes.map(({ url }) => url);
  const proxies = [await startNginx(targets, await freePort()), await startNginx(targets, await freePort())];
  let groups: ReconnectingClients[] = [];
  try {
    groups = await openSockets(cluster, proxies);
    faultBegins();
    const outages = await restartUnder(cluster, groups, expect);
    const at = (share: number): number => outages[Math.ceil(outages.length * share) - 1] ?? 0;
    expect(outages.length >= SOCKETS, `only ${outages.length} sockets were closed`);
    expect(at(0.99) <= PROMPT_MS, `99 % of the sockets were back after ${(at(0.99) / 1000).toFixed(1)} s`);
    return {
      counts: { 'sockets held': SOCKETS, 'sockets moved': outages.length },
      timesMs: { 'half back': at(0.5), '99 % back': at(0.99), 'all back': at(1) },
    };
  } finally {
    await Promise.all(groups.map((group) => group.stop()));
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await cluster.stop();
  }
}

export const sockets: DrillRow = {
  id: 'sockets',
  fault: 'rolling restart of two processes behind nginx with 10 000 sockets of players',
  bound: '99 % of the closed sockets are subscribed again within 8 s, and all come back',
  run,
};
