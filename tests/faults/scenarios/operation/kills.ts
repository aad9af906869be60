import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { portOf } from '@palier/test-support/actors/server-process';
import { createPopulation } from '@palier/test-support/actors/population';
import { killPostgres } from '@palier/test-support/actors/postgres';
import { startWriters, type Writers } from '@palier/test-support/actors/writers';
import type { Scenario, ScenarioContext } from '../../scenario';
import { formatSeconds } from '@palier/test-support/statistics';

/**
 * One kill and recovery in each trial, under writers whose acknowledged calls are compared with the ledger.
 */
async function killUnderWriters(
  { clusterOfForm, trials, random, within, expect }: ScenarioContext,
  limitMs: number,
  kill: (cluster: Cluster, writers: Writers) => Promise<unknown>,
): Promise<string> {
  const cluster = await clusterOfForm();
  const { owner, processes } = cluster;
  const population = await createPopulation(cluster.urlOf(0), owner);
  const urls = Object.fromEntries(processes.map(({ url }) => [url, url]));
  const writers = await startWriters({ urls, population, owner, registers: true, expect });
  let slowestMs = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    await wait(random.between(50, 500));
    const startedAt = performance.now();
    await kill(cluster, writers);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  const { acknowledged, repeated } = await writers.stop();
  expect(
    processes.every((server) => server.isRunning()),
    'an API process ended',
  );
  const slowest = `slowest recovery ${formatSeconds(slowestMs)}`;
  expect(slowestMs <= within(limitMs), slowest);
  return `${acknowledged} acknowledged, ${repeated} sent again, ${slowest}`;
}

export default [
  {
    id: 'H88',
    title: 'API process killed',
    fault:
      'kill -9 of an API process under eight writers and one that registers, ' +
      'which repeat calls with their keys',
    bound: 'no acknowledged write lost or doubled; ready again within 5 s',
    trials: { short: 1, long: 50 },
    ownCluster: true,
    run: (context) =>
      killUnderWriters(context, 5_000, async (cluster) => {
        const victim = context.random.pick(cluster.processes);
        await victim.kill('SIGKILL');
        await (await cluster.start({ port: portOf(victim.url) })).ready();
      }),
  },
  {
    id: 'H89',
    title: 'PostgreSQL killed',
    fault:
      'kill -9 of PostgreSQL under eight writers and one that registers, which repeat calls with their keys',
    bound: '503 meanwhile, no process ends; no acknowledged write lost or doubled; served again within 10 s',
    trials: { short: 1, long: 50 },
    ownCluster: true,
    run: (context) =>
      killUnderWriters(context, 10_000, async (cluster, writers) => {
        await killPostgres(cluster);
        await cluster.restartDatabase();
        await writers.untilServed(context.within(20_000));
      }),
  },
] satisfies Scenario[];
