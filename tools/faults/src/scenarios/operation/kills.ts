import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../../actors/faulty-proxy';
import { killPostgres } from '../../actors/postgres';
import { expectAllRunning, startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
import type { Scenario } from '../../scenario';
import { formatSeconds } from '../../statistics';

export default [
  {
    id: 'H88',
    title: 'API process killed',
    fault: 'kill -9 of an API process under eight writers and one that registers',
    bound: 'no acknowledged write lost or doubled; ready again within 5 s',
    trials: { short: 1, long: 50, budgetS: 100 },
    ownCluster: true,
    async run(context) {
      const { trials, random, within, expect } = context;
      const cluster = await context.clusterOfForm();
      let slowestMs = 0;
      const load = await startTrackedWriters(context, cluster, 8);
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(random.between(50, 500));
        const victim = random.pick(cluster.processes.filter((server) => server.isRunning()));
        await victim.kill('SIGKILL');
        const startedAt = performance.now();
        await (await cluster.start(portOf(victim.url))).ready();
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
      await wait(300);
      await load.settle();
      const slowest = `slowest start ${formatSeconds(slowestMs)}`;
      expect(slowestMs <= within(5_000), slowest);
      return { measured: `${load.acknowledged} acknowledged, ${load.lost} lost answers, ${slowest}` };
    },
  },
  {
    id: 'H89',
    title: 'PostgreSQL killed',
    fault: 'kill -9 of PostgreSQL under eight writers and one that registers',
    bound: '503 meanwhile, no process ends; no acknowledged write lost or doubled; served again within 10 s',
    trials: { short: 1, long: 50, budgetS: 60 },
    ownCluster: true,
    async run(context) {
      const { trials, random, within, expect } = context;
      const cluster = await context.clusterOfForm();
      let slowestMs = 0;
      const load = await startTrackedWriters(context, cluster, 8);
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(random.between(50, 500));
        await killPostgres(cluster);
        const killedAt = performance.now();
        await cluster.restartDatabase();
        const served = await waitUntilServed(load, within(20_000));
        expect(served !== null, `kill ${trial}: not served after 20 s`);
        slowestMs = Math.max(slowestMs, performance.now() - killedAt);
      }
      await load.settle();
      const slowest = `slowest recovery ${formatSeconds(slowestMs)}`;
      expect(slowestMs <= within(10_000), slowest);
      expectAllRunning(context, cluster);
      return { measured: `${load.acknowledged} acknowledged, ${load.unavailable} × 503, ${slowest}` };
    },
  },
] satisfies Scenario[];
