import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRow } from '../row';
import { portOf, startChaosProxy } from '../tools/chaos-proxy';

/** What a client that repeats under its key bears: some seconds of nobody answering. */
const TRIES = 200;
const PAUSE_MS = 50;

const rows: FaultRow[] = [
  {
    id: 'H94',
    isApart: true,
    fault: 'rolling restart of two processes, one after the other, under 8 writers behind one address',
    bound: 'no call of a retrying client fails, none counts twice; every process exits 0',
    trials: { long: 20 },
    async run({ ownCluster, trials }) {
      const cluster = await ownCluster();
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const address = await startChaosProxy(cluster.processes.map(({ url }) => portOf(url)));
      const failures: string[] = [];
      let [isOver, acknowledged, repeated, slowestMs] = [false, 0, 0, 0];
      const callOnce = (key: string): Promise<number> =>
        fetch(`${address.url}/api/v1/transactions`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ receiverUsername: username, amount: 0.01, type: 'DEPOSIT' }),
          signal: AbortSignal.timeout(15_000),
        }).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          () => 0,
        );
      const call = async (key: string): Promise<void> => {
        const startedAt = performance.now();
        for (let tries = 0; tries < TRIES; tries += 1) {
          const status = await callOnce(key);
          if (status === 200) {
            acknowledged += 1;
            slowestMs = Math.max(slowestMs, performance.now() - startedAt);
            return;
          }
          if (status !== 0 && status !== 503) return void failures.push(`${key}: ${status}`);
          repeated += 1;
          await wait(PAUSE_MS);
        }
        failures.push(`${key} never passed`);
      };
      const writers = Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let number = 0; !isOver; number += 1) await call(`rolling-${username}-${writer}-${number}`);
        }),
      );
      for (let trial = 0; trial < trials; trial += 1) {
        const server = cluster.processes[trial % 2]!;
        const code = await server.kill('SIGTERM');
        if (code !== 0) failures.push(`restart ${trial}: exit code ${code}`);
        await (await cluster.start({ port: portOf(server.url).port })).ready();
      }
      isOver = true;
      await writers;
      await address.stop();
      const cents = Math.round((await cluster.balanceOf(username)) * 100);
      if (cents !== acknowledged) failures.push(`${acknowledged} acknowledged, ${cents} cents moved`);
      return {
        trials,
        failures: failures.slice(0, 20),
        measured: `${acknowledged} calls, ${repeated} repeated, slowest ${(slowestMs / 1000).toFixed(1)} s`,
      };
    },
  },
];
export default rows;
