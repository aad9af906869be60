import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive } from '@palier/scripts/process/process-alive';
import type { Scenario } from '../../scenario';
import { killPostgres, processesOf } from '../../actors/postgres';
import { expectAllRunning, startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
import { untilTrue } from '../../wait-until';

const BROKEN_MS = 3_000;
const RECOVERY_MS = 20_000;

function needsStrace(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'failing system calls can be injected only by root on Linux';
  return spawnSync('strace', ['-e', 'inject=fsync:error=EIO', 'true']).status === 0
    ? null
    : 'strace is missing or may not trace';
}

/** Makes every fsync and fdatasync of these processes and their children fail with EIO; returns a function that ends this. */
async function breakSync(pids: readonly number[]): Promise<() => Promise<void>> {
  const injection = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'];
  const targets = pids.flatMap((pid) => ['-p', String(pid)]);
  const args = ['-f', '-qq', '-o', '/dev/null', ...injection, ...targets];
  const tracer = spawn('strace', args, { stdio: 'ignore' });
  const ended = once(tracer, 'exit');
  await once(tracer, 'spawn');
  return async () => {
    tracer.kill('SIGINT');
    await ended;
  };
}

export default [
  {
    id: 'H99',
    title: 'failing fsync',
    fault: 'every fsync of the database fails with EIO under eight writers, for 3 s',
    bound: 'only 503, no false acknowledgement; served again with a working disk, the ledger agrees',
    trials: { long: 3, budgetS: 60 },
    ownCluster: true,
    unsupported: needsStrace,
    async run(context) {
      const { trials, expect } = context;
      const cluster = await context.startOwnCluster();
      const load = await startTrackedWriters(context, cluster, 8);
      let [crashes, restarts, refused, falsely] = [0, 0, 0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(500);
        const all = await processesOf(cluster);
        const isAlive = (): boolean => isProcessAlive(all[0]!);
        const before = load.unavailable;
        const repair = await breakSync(all);
        // The first failing commit ends in a panic; an acknowledgement after it is false.
        await untilTrue(() => load.unavailable > before, BROKEN_MS);
        const acknowledged = load.acknowledged;
        await wait(BROKEN_MS);
        falsely += load.acknowledged - acknowledged;
        expect(load.unavailable > before, `trial ${trial}: the failing disk had no effect`);
        refused += load.unavailable - before;
        await repair();
        const repairedAt = performance.now();
        const isServed = (): boolean => load.lastAcknowledgedAt > repairedAt;
        await untilTrue(() => isServed() || !isAlive(), RECOVERY_MS);
        if (isServed()) continue;
        if (isAlive()) {
          // A PostgreSQL that lost a signal to the tracer hangs and is restarted, as an operator would.
          restarts += 1;
          await killPostgres(cluster);
        } else crashes += 1;
        await cluster.restartDatabase();
        const served = await waitUntilServed(load, RECOVERY_MS);
        expect(
          served !== null,
          `trial ${trial}: not served after the disk was repaired and the database restarted`,
        );
      }
      expect(falsely === 0, `${falsely} acknowledged while nothing could be stored`);
      expectAllRunning(context, cluster);
      await load.settle();
      return {
        measured: `${refused} × 503, ${load.acknowledged} acknowledged, PostgreSQL ended ${crashes} times, was restarted ${restarts} times`,
      };
    },
  },
] satisfies Scenario[];
