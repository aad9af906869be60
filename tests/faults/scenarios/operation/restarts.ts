import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from '@palier/test-support/actors/balancer';
import { portOf } from '@palier/test-support/actors/server-process';
import { createPlayers } from '@palier/test-support/actors/players';
import { createPopulation } from '@palier/test-support/actors/population';
import { connectClients } from '@palier/test-support/actors/reconnecting-clients';
import { startWriters } from '@palier/test-support/actors/writers';
import type { ScenarioContext, Scenario } from '../../scenario';
import { formatSeconds } from '@palier/test-support/statistics';
import { untilTrue } from '@palier/test-support/wait-until';

/**
 * A process serves on for this time after SIGTERM, so that the balancer stops using the process
 * (docs/operations.md).
 */
const environment = { STOP_DELAY_S: '1' };
/** Two attempts of the page's client, which waits 5 to 7 s between attempts. */
const BACK_WITHIN_MS = 16_000;
const SEEN_AGAIN_MS = 2_000;
/**
 * Restarts one process after the other behind the balancer, with clients that never retry and sockets that
 * reconnect.
 */
async function restartBehindBalancer(context: ScenarioContext): Promise<string> {
  const { trials, isLong, within, expect } = context;
  const cluster = await context.clusterOfForm({ environment });
  const restart = async (index: number): Promise<void> => {
    const server = cluster.processes[index]!;
    const code = await server.kill('SIGTERM');
    expect(code === 0, `process ${index}: exit code ${code}`);
    await (await cluster.start({ port: portOf(server.url), environment })).ready();
  };
  // The shared cluster was started without the delay.
  if (!isLong) for (const index of cluster.processes.keys()) await restart(index);

  const players = await createPlayers(cluster, isLong ? 60 : 10);
  const balancer = await context.runSetUpStep(() => startBalancer(cluster.processes.map(({ url }) => url)));
  const sockets = await connectClients(balancer, players);
  const population = await createPopulation(balancer.url, cluster.owner);
  const urls = { balancer: balancer.url };
  const writers = await startWriters({ urls, population, owner: cluster.owner, keyless: true, expect });
  for (let trial = 0; trial < trials; trial += 1) {
    await restart(trial % cluster.processes.length);
    // The balancer needs this time to see the restarted process before the next one stops.
    await wait(SEEN_AGAIN_MS);
  }
  const { acknowledged, repeated } = await writers.stop();
  expect(repeated === 0, `${repeated} calls failed`);
  const areBack = await untilTrue(() => sockets.connected() >= players.length, within(BACK_WITHIN_MS));
  expect(areBack, `${players.length - sockets.connected()} sockets did not reconnect`);
  const longestMs = Math.max(0, ...sockets.outagesMs);
  expect(longestMs <= within(BACK_WITHIN_MS), `a socket was disconnected for ${formatSeconds(longestMs)}`);
  expect(sockets.outagesMs.length > 0, 'no socket was disconnected');
  await sockets.stop();
  await balancer.stop();
  const calls = `${acknowledged} calls, slowest ${formatSeconds(writers.slowestMs)}`;
  return `${calls}; ${sockets.outagesMs.length} sockets moved, longest outage ${formatSeconds(longestMs)}`;
}

export default [
  {
    id: 'H94',
    title: 'rolling restart behind the balancer',
    fault:
      'rolling restart behind the balancer: six writers without keys and a provider with two players; ' +
      'sockets',
    bound: 'no call fails; sockets return within 16 s (two attempts of the page); every process exits 0',
    trials: { short: 2, long: 20 },
    ownCluster: true,
    isSlow: true,
    run: restartBehindBalancer,
  },
] satisfies Scenario[];
