import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../../actors/faulty-proxy';
import { createPlayers } from '../../actors/players';
import { signalPostgres } from '../../actors/postgres';
import type { ServerProcess } from '../../actors/server-process';
import { openStomp } from '../../actors/stomp-client';
import { startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
import type { Scenario } from '../../scenario';
import { seconds } from '../../statistics';

/** A request that stops in the middle of its head. */
function openSlowCall(url: string): Socket {
  const socket = connect(portOf(url).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  return socket;
}

const scenarios: Scenario[] = [
  {
    id: 'H92',
    title: 'frozen database or process',
    fault: 'the database frozen (SIGSTOP) under eight writers; an API process frozen during calls',
    bound: 'each answer within 25 s, only 503; no duplicate posting; served again within 5 s',
    trials: { long: 3, budgetS: 140 },
    ownCluster: true,
    mostlyIdle: true,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster();
      const [first, second] = cluster.processes as [ServerProcess, ServerProcess];
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const load = await startTrackedWriters(cluster, 8);
        await wait(300);
        await signalPostgres(cluster, 'SIGSTOP');
        const probes = Array.from({ length: 60 }, async () => {
          const startedAt = performance.now();
          const { status } = await first.call('GET', '/user/me', { token, timeoutMs: 60_000 });
          slowest = Math.max(slowest, performance.now() - startedAt);
          if (status !== 503 && status !== 200) failures.push(`frozen: ${status}`);
        });
        await wait(30_000);
        await signalPostgres(cluster, 'SIGCONT');
        await Promise.all(probes);
        const served = await waitUntilServed(load, 15_000);
        if (served === null || served > 5_000) failures.push(`served again after ${served ?? '∞'} ms`);

        process.kill(second.pid, 'SIGSTOP');
        await wait(8_000);
        const others = await waitUntilServed(load, 10_000);
        if (others === null) failures.push('one frozen process blocks the other');
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
    title: 'graceful shutdown',
    fault: 'SIGTERM with 60 calls waiting for a lock, 20 open sockets, 20 slow requests; a second SIGTERM',
    bound:
      'all 60 finish, new calls are refused, sockets close within 2 s, exit 0 within 10 s; the second signal ends the process at once',
    trials: { short: 1, long: 10, budgetS: 30 },
    ownCluster: true,
    async run(context) {
      const { trials, isLong, within } = context;
      const cluster = isLong ? await context.startOwnCluster() : context.cluster;
      const players = await createPlayers(cluster, 20);
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
              body: { receiverUsername: username, amount: 1, type: 'DEPOSIT' },
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
        const closed = await Promise.all(sockets.map((socket) => socket.closed(within(2_000))));
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
      if (slowest > within(10_000)) failures.push(`stopping took ${seconds(slowest)}`);

      const last = cluster.processes.filter((one) => one.isRunning()).at(-1)!;
      const lock = await cluster.owner.connect();
      await lock.query('begin');
      await lock.query('lock table users in access exclusive mode');
      const call = last.call('GET', '/user/me', { token }).catch(() => null);
      await wait(300);
      void last.kill('SIGTERM');
      await wait(300);
      const since = performance.now();
      await last.kill('SIGTERM');
      if (performance.now() - since > within(2_000)) failures.push('the second SIGTERM was not at once');
      await lock.query('commit');
      lock.release();
      await call;
      await (await cluster.start({ port: portOf(last.url).port })).ready();
      return { trials: trials + 1, failures, measured: `slowest stop ${seconds(slowest)}` };
    },
  },
];
export default scenarios;
