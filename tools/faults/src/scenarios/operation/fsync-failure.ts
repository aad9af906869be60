import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isProcessAlive } from '@palier/scripts/process/process-alive';
import type { Scenario } from '../../scenario';
import { childrenOf, killPostgres, postmasterOf } from '../../actors/postgres';
import { startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
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

/** Makes every fsync and fdatasync of these processes and their children fail with EIO until `repair`. */
async function breakSync(pids: readonly number[]): Promise<{ repair(): Promise<void> }> {
  const tracer: ChildProcess = spawn(
    'strace',
    [
      ...['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
      ...['-e', 'inject=fsync,fdatasync:error=EIO', ...pids.flatMap((pid) => ['-p', String(pid)])],
    ],
    { stdio: 'ignore' },
  );
  await once(tracer, 'spawn');
  return {
    async repair() {
      const ended = tracer.exitCode === null && tracer.signalCode === null ? once(tracer, 'exit') : null;
      tracer.kill('SIGINT');
      await ended;
    },
  };
}

const scenarios: Scenario[] = [
  {
    id: 'H99',
    title: 'failing fsync',
    fault: 'every fsync of the database fails with EIO under eight writers, for 3 s',
    bound: 'only 503, no false acknowledgement; served again with a working disk, the ledger agrees',
    trials: { long: 3, budgetS: 60 },
    ownCluster: true,
    unsupported: needsStrace,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster();
      const failures: string[] = [];
      const load = await startTrackedWriters(cluster, 8);
      let [crashes, restarts, refused, falsely] = [0, 0, 0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(500);
        const postmaster = await postmasterOf(cluster);
        const before = load.unavailable;
        const broken = await breakSync([postmaster, ...childrenOf(postmaster)]);
        // The first failing commit ends in a panic; an acknowledgement after it is false.
        await untilTrue(() => load.unavailable > before, BROKEN_MS);
        const acknowledged = load.acknowledged;
        await wait(BROKEN_MS);
        falsely += load.acknowledged - acknowledged;
        if (load.unavailable === before) failures.push(`trial ${trial}: the failing disk had no effect`);
        refused += load.unavailable - before;
        await broken.repair();
        if (cluster.processes.some((server) => !server.isRunning())) failures.push('an API process ended');
        const repairedAt = performance.now();
        const isServed = (): boolean => load.lastAcknowledgedAt > repairedAt;
        await untilTrue(() => isServed() || !isProcessAlive(postmaster), RECOVERY_MS);
        if (isServed()) continue;
        if (isProcessAlive(postmaster)) {
          // A PostgreSQL that lost a signal to the tracer hangs and is restarted, as an operator would.
          restarts += 1;
          await killPostgres(cluster);
        } else crashes += 1;
        await cluster.restartDatabase();
        if ((await waitUntilServed(load, RECOVERY_MS)) === null)
          failures.push(`trial ${trial}: not served after the disk was repaired and the database restarted`);
      }
      if (falsely > 0) failures.push(`${falsely} acknowledged while nothing could be stored`);
      failures.push(...(await load.settle()));
      return {
        trials,
        failures,
        measured: `${refused} × 503, ${load.acknowledged} acknowledged, PostgreSQL ended ${crashes} times, was restarted ${restarts} times`,
      };
    },
  },
];
export default scenarios;
