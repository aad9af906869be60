import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from '@palier/server/balancer/balancer';
import { freePort } from '@palier/scripts/process/free-port';
import { startBackgroundLoad } from '../../actors/background-load';
import type { Cluster } from '../../actors/cluster';
import { portOf } from '../../actors/faulty-proxy';
import { findNginx, startNginx } from '../../actors/nginx';
import { createPlayers } from '../../actors/players';
import { connectClients } from '../../actors/reconnecting-clients';
import type { ScenarioContext, ScenarioResult, Scenario } from '../../scenario';
import { seconds } from '../../statistics';
import { untilTrue } from '../../wait-until';

/** Serves on for this time after SIGTERM, so that the balancer stops using the process (docs/operations.md). */
const environment = { STOP_DELAY_S: '1' };
/** Two attempts of the page's client, which waits 5 s between attempts. */
const BACK_WITHIN_MS = 12_000;
const SEEN_AGAIN_MS = 2_000;

type StartAddress = (cluster: Cluster) => Promise<{ readonly url: string; stop(): Promise<void> }>;

/** Restarts one process after the other behind a load balancer, with clients that never retry and sockets that reconnect. */
async function restartBehind(
  startAddress: StartAddress,
  context: ScenarioContext,
  { withKeys }: { withKeys: boolean },
): Promise<ScenarioResult> {
  const { trials, isLong, within } = context;
  const cluster = isLong ? await context.startOwnCluster({ environment }) : context.cluster;
  const failures: string[] = [];
  const restart = async (index: number): Promise<void> => {
    const server = cluster.processes[index]!;
    const code = await server.kill('SIGTERM');
    if (code !== 0) failures.push(`process ${index}: exit code ${code}`);
    await (await cluster.start({ port: portOf(server.url).port, environment })).ready();
  };
  if (!isLong) for (const index of cluster.processes.keys()) await restart(index);

  const players = await createPlayers(cluster, isLong ? 60 : 10);
  const address = await startAddress(cluster);
  const client = await cluster.login('client', 'Client1234');
  const sockets = await connectClients(address, players);
  const callers = await startBackgroundLoad(cluster, address, client, { withKeys });
  for (let trial = 0; trial < trials; trial += 1) {
    await restart(trial % cluster.processes.length);
    // The balancer needs this time to see the restarted process before the next one stops.
    await wait(SEEN_AGAIN_MS);
  }
  failures.push(...(await callers.stop()));
  if (!(await untilTrue(() => sockets.connected() >= players.length, within(BACK_WITHIN_MS))))
    failures.push(`${players.length - sockets.connected()} sockets did not reconnect`);
  const longest = Math.max(0, ...sockets.outagesMs);
  if (longest > within(BACK_WITHIN_MS)) failures.push(`a socket was disconnected for ${seconds(longest)}`);
  if (sockets.outagesMs.length === 0) failures.push('no socket was disconnected');
  await sockets.stop();
  await address.stop();
  return {
    trials,
    failures: failures.slice(0, 20),
    measured: `${callers.answered} calls, slowest ${seconds(callers.slowestMs)}; ${sockets.outagesMs.length} sockets moved, longest outage ${seconds(longest)}`,
  };
}

const scenarios: Scenario[] = [
  {
    id: 'H94',
    title: 'rolling restart behind the balancer',
    fault:
      'rolling restart behind the balancer: six writers without keys, three readers and a provider, none of which retries; sockets',
    bound:
      'every call is answered 200; sockets return within 12 s (two attempts of the page); every process exits 0',
    trials: { short: 2, long: 20, budgetS: 95 },
    ownCluster: true,
    isSlow: true,
    run: (context) =>
      restartBehind(
        ({ processes }) => startBalancer({ targets: processes.map(({ url }) => url), port: 0 }),
        context,
        { withKeys: false },
      ),
  },
  {
    id: 'H120',
    title: 'rolling restart behind nginx',
    fault:
      'rolling restart behind nginx as docs/configuration.md configures it: six writers with keys, three readers and a provider, none of which retries; sockets',
    bound:
      'every call is answered 200; sockets return within 12 s (two attempts of the page); every process exits 0',
    trials: { long: 20, budgetS: 105 },
    ownCluster: true,
    unsupported: () => (findNginx() === null ? 'this machine has no nginx' : null),
    run: (context) =>
      restartBehind(
        async ({ processes }) =>
          startNginx(
            processes.map(({ url }) => url),
            await freePort(),
          ),
        context,
        { withKeys: true },
      ),
  },
];
export default scenarios;
