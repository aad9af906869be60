import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { depositOf } from '@palier/test-support/actors/api-client';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { createPlayers } from '@palier/test-support/actors/players';
import { portOf, type ServerProcess } from '@palier/test-support/actors/server-process';
import { openStomp } from '@palier/test-support/actors/stomp-client';
import { atOnce } from '@palier/test-support/at-once';
import type { ScenarioContext, Scenario } from '../../scenario';
import { formatSeconds } from '@palier/test-support/statistics';
import { untilLockWaits, untilTrue } from '@palier/test-support/wait-until';

const HELD_CALLS = 60;

/** A request that stops in the middle of its head. */
function openSlowCall(url: string): Socket {
  const socket = connect(portOf(url), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  return socket;
}

/** Locks a table in a transaction; returns a function that ends the transaction. */
async function lockTable({ owner }: Cluster, table: string, mode: string): Promise<() => Promise<void>> {
  const lock = await owner.connect();
  await lock.query(`begin; lock table ${table} in ${mode} mode`);
  return async () => {
    await lock.query('commit');
    lock.release();
  };
}

/** The status of a call, or the reason why the call was not answered. */
const statusOf = (server: ServerProcess, token: string, body?: object): Promise<number | string> =>
  server.call(body ? 'POST' : 'GET', body ? '/transactions' : '/user/me', { token, body }).then(
    ({ status }) => status,
    (error: unknown) => `refused: ${String(error)}`,
  );

/** Counts the requests of this process whose bodies have been written to their connections. */
function countSentBodies(): { readonly sent: () => number; readonly stop: () => void } {
  let sent = 0;
  const count = (): void => {
    sent += 1;
  };
  subscribe('undici:request:bodySent', count);
  return { sent: () => sent, stop: () => void unsubscribe('undici:request:bodySent', count) };
}

const lastRunning = ({ processes }: Cluster): ServerProcess =>
  processes.findLast((server) => server.isRunning())!;
const restart = async (cluster: Cluster, { url }: ServerProcess): Promise<void> =>
  (await cluster.start({ port: portOf(url) })).ready();

/** Stops a process under calls, sockets and slow requests; returns the milliseconds until it ended. */
async function stopUnderLoad(
  { within, expect }: ScenarioContext,
  cluster: Cluster,
  token: string,
  socketTokens: readonly string[],
): Promise<number> {
  const server = lastRunning(cluster);
  const { username } = await cluster.newChild('admin', 0);
  const unlock = await lockTable(cluster, 'transfers', 'exclusive');
  const bodies = countSentBodies();
  const held = atOnce(HELD_CALLS, () => statusOf(server, token, depositOf(username, 1)));
  const sockets = await Promise.all(socketTokens.map((socketToken) => openStomp(server.url, socketToken)));
  const slow = Array.from({ length: 20 }, () => openSlowCall(server.url));
  expect(await untilTrue(() => bodies.sent() >= HELD_CALLS), `${bodies.sent()} calls were sent`);
  bodies.stop();
  // Answered after the process has read the calls that were written before.
  await fetch(`${server.url}/healthz`);
  await untilLockWaits(cluster.owner);
  const startedAt = performance.now();
  const ended = server.kill('SIGTERM');
  const closed = await Promise.all(sockets.map((socket) => socket.closed(within(2_000))));
  expect(!closed.includes(null), `${closed.filter((ms) => ms === null).length} sockets stayed open`);
  const late = await statusOf(server, token);
  expect(late === 503 || typeof late === 'string', `a new call was answered ${late}`);
  await unlock();
  const statuses = await held;
  const code = await ended;
  const tookMs = performance.now() - startedAt;
  expect(
    statuses.every((status) => status === 200),
    `not all ${HELD_CALLS} finished: ${[...new Set(statuses)].join()}`,
  );
  expect(code === 0, `exit code ${code}`);
  for (const socket of slow) socket.destroy();
  await restart(cluster, server);
  return tookMs;
}

/** Requires that a second SIGTERM at once ends a process that is waiting for a call. */
async function stopTwice(
  { within, expect }: ScenarioContext,
  cluster: Cluster,
  token: string,
): Promise<void> {
  const server = lastRunning(cluster);
  const unlock = await lockTable(cluster, 'users', 'access exclusive');
  const call = statusOf(server, token);
  await untilLockWaits(cluster.owner);
  void server.kill('SIGTERM');
  await wait(300);
  const since = performance.now();
  await server.kill('SIGTERM');
  expect(performance.now() - since <= within(2_000), 'the second SIGTERM was not at once');
  await unlock();
  await call;
  await restart(cluster, server);
}

export default [
  {
    id: 'H95',
    title: 'graceful shutdown',
    fault: 'SIGTERM with 60 calls waiting for a lock, 20 open sockets, 20 slow requests; a second SIGTERM',
    bound:
      'all 60 finish, new calls are refused, sockets close within 2 s, exit 0 within 10 s; ' +
      'the second signal ends the process at once',
    trials: { short: 1, long: 10 },
    ownCluster: true,
    async run(context) {
      const { trials, within, expect } = context;
      const cluster = await context.clusterOfForm();
      const tokens = (await createPlayers(cluster, 20)).map(({ token }) => token);
      const { accessToken: token } = await cluster.login('admin');
      let slowestMs = 0;
      for (let trial = 0; trial < trials; trial += 1)
        slowestMs = Math.max(slowestMs, await stopUnderLoad(context, cluster, token, tokens));
      const measured = `slowest stop ${formatSeconds(slowestMs)}`;
      expect(slowestMs <= within(10_000), measured);
      await stopTwice(context, cluster, token);
      return measured;
    },
  },
] satisfies Scenario[];
