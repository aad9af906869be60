import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../tools/chaos-proxy';
import { startLoad, untilServed } from '../tools/load';
import { killPostgres, signalPostgres } from '../tools/postgres';
import { makePlayers } from '../tools/players';
import { openStomp } from '../tools/stomp-client';
import type { Cluster } from '../cluster';
import type { FaultRow } from '../row';
import type { ServerProcess } from '../server-process';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The exit code of a server started with such an environment (null: it became ready), and what it said. */
async function bootOf(
  cluster: Cluster,
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const server = await cluster.start({ environment, joins: false });
  const isReady = await server.ready().then(
    () => true,
    () => false,
  );
  return { code: isReady ? null : await server.kill('SIGKILL'), said: server.log.join(' ') };
}

/** A call that has begun and sends nothing more: half a head. */
function openSlowCall(url: string): Socket {
  const socket = connect(portOf(url).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  return socket;
}

const rows: FaultRow[] = [
  {
    id: 'H87',
    isApart: true,
    fault:
      'boot: wrong password, no such database, newer schema, taken port, no secret; database down, then up',
    bound: 'exit 1 with one French sentence; the last waits and becomes ready',
    trials: { long: 6 },
    async run({ ownCluster }) {
      const cluster = await ownCluster({ processes: 1 });
      const { url } = cluster.database;
      const failures: string[] = [];
      const wrong = new URL(url);
      wrong.password = 'wrong';
      const elsewhere = new URL(url);
      elsewhere.pathname = '/nowhere';
      await cluster.owner.query("insert into palier_migrations (name, run_on) values ('9999_future', now())");
      const newer = await bootOf(cluster, {});
      await cluster.owner.query("delete from palier_migrations where name = '9999_future'");
      const cases: readonly [string, { code: number | null; said: string }, RegExp][] = [
        ['newer schema', newer, /plus récente que ce serveur/],
        ['wrong password', await bootOf(cluster, { DATABASE_URL: wrong.href }), /refuse le mot de passe/],
        ['no database', await bootOf(cluster, { DATABASE_URL: elsewhere.href }), /n’existe pas/],
        ['no secret', await bootOf(cluster, { PROVIDER_SECRET: '' }), /PROVIDER_SECRET/],
      ];
      for (const [name, { code, said }, expected] of cases)
        if (code !== 1 || !expected.test(said))
          failures.push(`${name}: code ${code}, said ${said.slice(0, 300)}`);
      const taken = await cluster.start({ port: portOf(cluster.processes[0]!.url).port, joins: false });
      const deadline = Date.now() + 20_000;
      while (taken.isRunning() && Date.now() < deadline) await wait(50);
      if ((await taken.kill('SIGKILL')) !== 1 || !/est déjà pris/.test(taken.log.join(' ')))
        failures.push(`taken port: ${taken.log.join(' ').slice(-300)}`);

      await killPostgres(cluster);
      const waiting = await cluster.start();
      await wait(2_000);
      if (!waiting.isRunning()) failures.push(`database down: it did not wait: ${waiting.log.join(' ')}`);
      await cluster.restartDatabase();
      await waiting.ready().catch((error: unknown) => failures.push(`database up again: ${String(error)}`));
      return { trials: 6, failures };
    },
  },
  {
    id: 'H88',
    isApart: true,
    fault: 'kill -9 of an API process under 8 writers',
    bound: 'acknowledged and missing 0, doubled 0; ready again in 5 s',
    trials: { short: 1, long: 50 },
    async run(context) {
      const { trials, random, isLong } = context;
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
      if (slowest > 5_000 && isLong) failures.push(`ready again after ${seconds(slowest)}`);
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
    fault: 'kill -9 of PostgreSQL under 8 writers',
    bound: '503 meanwhile, no process ends; acknowledged and missing 0, doubled 0; served again in 10 s',
    trials: { short: 1, long: 50 },
    async run(context) {
      const { trials, random, isLong } = context;
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
        if ((await untilServed(load, 20_000)) === null) failures.push(`kill ${trial}: not served after 20 s`);
        slowest = Math.max(slowest, performance.now() - killedAt);
      }
      failures.push(...(await load.settle()));
      if (slowest > 10_000 && isLong) failures.push(`served again after ${seconds(slowest)}`);
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
    fault: 'the database restarts while the API idles',
    bound: 'the API stays up; first calls 200 or 503, then 200',
    trials: { long: 20 },
    async run({ ownCluster, trials }) {
      const cluster = await ownCluster({ processes: 1 });
      const [server] = cluster.processes as [ServerProcess];
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        await killPostgres(cluster);
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
  {
    id: 'H92',
    isApart: true,
    isWaiting: true,
    fault: 'the database frozen (SIGSTOP) under 8 writers; an API process frozen inside its calls',
    bound: 'no answer takes over 25 s, only 503; no double effect; served again in 5 s',
    trials: { long: 3 },
    async run({ ownCluster, trials, isLong }) {
      const cluster = await ownCluster();
      const [first, second] = cluster.processes as [ServerProcess, ServerProcess];
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const load = await startLoad(cluster, 8);
        await wait(300);
        await signalPostgres(cluster, 'SIGSTOP');
        const probes = Array.from({ length: 60 }, async () => {
          const startedAt = performance.now();
          const { status } = await first.call('GET', '/user/me', { token, timeoutMs: 60_000 });
          slowest = Math.max(slowest, performance.now() - startedAt);
          if (status !== 503 && status !== 200) failures.push(`frozen: ${status}`);
        });
        await wait(isLong ? 30_000 : 6_000);
        await signalPostgres(cluster, 'SIGCONT');
        await Promise.all(probes);
        const served = await untilServed(load, 15_000);
        if (served === null || served > 5_000) failures.push(`served again after ${served ?? '∞'} ms`);

        process.kill(second.pid, 'SIGSTOP');
        await wait(isLong ? 8_000 : 1_000);
        const others = await untilServed(load, 10_000);
        if (others === null) failures.push('one frozen process holds up the other');
        process.kill(second.pid, 'SIGCONT');
        await wait(500);
        failures.push(...(await load.settle()));
      }
      if (slowest > 25_000) failures.push(`an answer took ${seconds(slowest)}`);
      return { trials, failures, measured: `slowest answer while frozen ${seconds(slowest)}` };
    },
  },
  {
    id: 'H95',
    isApart: true,
    fault: 'SIGTERM with 60 calls held by a lock, 20 open sockets, 20 slow callers; a second SIGTERM',
    bound:
      'all 60 finish, new ones are refused, sockets closed in 2 s, exit 0 in 10 s; the second ends at once',
    trials: { short: 1, long: 10 },
    async run(context) {
      const { trials, isLong } = context;
      const cluster = isLong ? await context.ownCluster() : context.cluster;
      const players = await makePlayers(cluster, 20);
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const server = cluster.processes.filter((one) => one.isRunning()).at(-1)!;
        const { username } = await cluster.newChild('admin', 0);
        const lock = await cluster.owner.connect();
        await lock.query('begin');
        await lock.query('lock table transfers in exclusive mode');
        const held = Array.from({ length: 60 }, () =>
          server
            .call('POST', '/transactions', {
              token,
              body: { receiverUsername: username, amount: 0.01, type: 'DEPOSIT' },
            })
            .then(
              ({ status }) => status,
              (error: unknown) => String(error),
            ),
        );
        const sockets = await Promise.all(players.map(({ token: held }) => openStomp(server.url, held)));
        const slow = Array.from({ length: 20 }, () => openSlowCall(server.url));
        await wait(700);
        const askedAt = performance.now();
        const ended = server.kill('SIGTERM');
        const closed = await Promise.all(sockets.map((socket) => socket.closed(2_000)));
        if (closed.includes(null))
          failures.push(`${closed.filter((ms) => ms === null).length} sockets stayed open`);
        const late = await server.call('GET', '/user/me', { token }).then(
          ({ status }) => status,
          () => 'refused',
        );
        if (late !== 'refused' && late !== 503) failures.push(`a new call was answered ${late}`);
        await lock.query('commit');
        lock.release();
        const statuses = await Promise.all(held);
        const code = await ended;
        slowest = Math.max(slowest, performance.now() - askedAt);
        const finished = statuses.filter((status) => status === 200).length;
        if (finished !== 60)
          failures.push(`${finished} of 60 finished: ${[...new Set(statuses)].join(', ')}`);
        if (code !== 0) failures.push(`exit code ${code}`);
        for (const socket of slow) socket.destroy();
        const again = await cluster.start({ port: portOf(server.url).port });
        await again.ready();
      }
      if (slowest > 10_000) failures.push(`stopping took ${seconds(slowest)}`);

      const stubborn = cluster.processes.filter((one) => one.isRunning()).at(-1)!;
      const lock = await cluster.owner.connect();
      await lock.query('begin');
      await lock.query('lock table users in access exclusive mode');
      const call = stubborn.call('GET', '/user/me', { token }).catch(() => null);
      await wait(300);
      void stubborn.kill('SIGTERM');
      await wait(300);
      const since = performance.now();
      await stubborn.kill('SIGTERM');
      if (performance.now() - since > 2_000) failures.push('the second SIGTERM was not at once');
      await lock.query('commit');
      lock.release();
      await call;
      await (await cluster.start({ port: portOf(stubborn.url).port })).ready();
      return { trials: trials + 1, failures, measured: `slowest stop ${seconds(slowest)}` };
    },
  },
  {
    id: 'H96',
    isApart: true,
    fault: 'three processes boot at once on an empty database, and seed the demo',
    bound: 'one migration, one demo, all ready',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { trials, isLong } = context;
      const cluster = isLong ? await context.ownCluster({ processes: 0 }) : context.cluster;
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const name = `empty_${trial}_${Date.now()}`;
        await cluster.owner.query(`create database ${name}`);
        const url = new URL(cluster.database.url);
        url.pathname = `/${name}`;
        const started = await Promise.all(
          [1, 2, 3].map(() =>
            cluster.start({ environment: { DATABASE_URL: url.href, DEMO: 'true' }, joins: false }),
          ),
        );
        const outcomes = await Promise.allSettled(started.map((server) => server.ready()));
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') failures.push(`boot ${trial}: ${String(outcome.reason)}`);
        const login = await started[0]!.call('POST', '/auth/login', {
          body: { username: 'capo', password: 'Capo1234' },
        });
        if (login.status !== 200) failures.push(`boot ${trial}: capo cannot sign in (${login.status})`);
        await Promise.all(started.map((server) => server.kill('SIGKILL')));
        await cluster.owner.query(`drop database ${name} with (force)`);
      }
      return { trials, failures };
    },
  },
];
export default rows;
