import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../../actors/faulty-proxy';
import { killPostgres } from '../../actors/postgres';
import type { ServerProcess } from '../../actors/server-process';
import { startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
import type { Scenario } from '../../scenario';
import { seconds } from '../../statistics';

const scenarios: Scenario[] = [
  {
    id: 'H88',
    title: 'API process killed',
    fault: 'kill -9 of an API process under eight writers and one that registers',
    bound: 'no acknowledged write lost or doubled; ready again within 5 s',
    trials: { short: 1, long: 50, budgetS: 100 },
    ownCluster: true,
    async run(context) {
      const { trials, random, isLong, within } = context;
      const cluster = isLong ? await context.startOwnCluster() : context.cluster;
      const failures: string[] = [];
      let slowest = 0;
      const load = await startTrackedWriters(cluster, 8);
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(random.between(50, 500));
        const victim = random.pick(cluster.processes.filter((server) => server.isRunning()));
        await victim.kill('SIGKILL');
        const startedAt = performance.now();
        await (await cluster.start({ port: portOf(victim.url).port })).ready();
        slowest = Math.max(slowest, performance.now() - startedAt);
      }
      await wait(300);
      failures.push(...(await load.settle()));
      if (slowest > within(5_000)) failures.push(`ready again after ${seconds(slowest)}`);
      return {
        trials,
        failures,
        measured: `${load.acknowledged} acknowledged, ${load.lost} lost answers, slowest start ${seconds(slowest)}`,
      };
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
      const { trials, random, isLong, within } = context;
      const cluster = isLong ? await context.startOwnCluster() : context.cluster;
      const pids = cluster.processes.map(({ pid }) => pid);
      const failures: string[] = [];
      let slowest = 0;
      const load = await startTrackedWriters(cluster, 8);
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(random.between(50, 500));
        await killPostgres(cluster);
        const killedAt = performance.now();
        await cluster.restartDatabase();
        if ((await waitUntilServed(load, within(20_000))) === null)
          failures.push(`kill ${trial}: not served after 20 s`);
        slowest = Math.max(slowest, performance.now() - killedAt);
      }
      failures.push(...(await load.settle()));
      if (slowest > within(10_000)) failures.push(`served again after ${seconds(slowest)}`);
      if (!cluster.processes.every((server) => server.isRunning() && pids.includes(server.pid)))
        failures.push('an API process ended');
      return {
        trials,
        failures,
        measured: `${load.acknowledged} acknowledged, ${load.unavailable} × 503, slowest recovery ${seconds(slowest)}`,
      };
    },
  },
  {
    id: 'H90',
    title: 'database restart while idle',
    fault: 'the database is restarted while the API is idle: stopped normally and killed (-9), in turn',
    bound: 'the API stays up; first calls 200 or 503, then 200',
    trials: { long: 20, budgetS: 20 },
    ownCluster: true,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster({ processes: 1 });
      const [server] = cluster.processes as [ServerProcess];
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        if (trial % 2 === 0) await cluster.database.stop();
        else await killPostgres(cluster);
        await cluster.restartDatabase();
        const statuses: number[] = [];
        for (let call = 0; call < 20; call += 1)
          statuses.push((await server.call('GET', '/user/me', { token })).status);
        if (statuses.some((status) => status !== 200 && status !== 503) || statuses.at(-1) !== 200)
          failures.push(`restart ${trial}: ${statuses.join(' ')}`);
      }
      if (!server.isRunning()) failures.push('the API ended');
      return { trials, failures };
    },
  },
];
export default scenarios;
