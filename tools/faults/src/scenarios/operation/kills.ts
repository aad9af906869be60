import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../../actors/faulty-proxy';
import { startLoad, untilServed } from '../../actors/tracked-writers';
import { killPostgres } from '../../actors/postgres';
import type { FaultRow } from '../../scenario';
import type { ServerProcess } from '../../actors/server-process';
import { seconds } from '../../statistics';

const rows: FaultRow[] = [
  {
    id: 'H88',
    isApart: true,
    fault: 'kill -9 of an API process under 8 writers and one who registers',
    bound: 'acknowledged and missing 0, doubled 0; ready again in 5 s',
    trials: { short: 1, long: 50 },
    async run(context) {
      const { trials, random, isLong, within } = context;
      const cluster = isLong ? await context.ownCluster() : context.cluster;
      const failures: string[] = [];
      let slowest = 0;
      const load = await startLoad(cluster, 8);
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
    isApart: true,
    fault: 'kill -9 of PostgreSQL under 8 writers and one who registers',
    bound: '503 meanwhile, no process ends; acknowledged and missing 0, doubled 0; served again in 10 s',
    trials: { short: 1, long: 50 },
    async run(context) {
      const { trials, random, isLong, within } = context;
      const cluster = isLong ? await context.ownCluster() : context.cluster;
      const pids = cluster.processes.map(({ pid }) => pid);
      const failures: string[] = [];
      let slowest = 0;
      const load = await startLoad(cluster, 8);
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(random.between(50, 500));
        await killPostgres(cluster);
        const killedAt = performance.now();
        await cluster.restartDatabase();
        if ((await untilServed(load, within(20_000))) === null)
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
    isApart: true,
    fault:
      'the database restarts while the API idles: stopped as its operator stops it, and killed (-9), in turn',
    bound: 'the API stays up; first calls 200 or 503, then 200',
    trials: { long: 20 },
    async run({ ownCluster, trials }) {
      const cluster = await ownCluster({ processes: 1 });
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
export default rows;
