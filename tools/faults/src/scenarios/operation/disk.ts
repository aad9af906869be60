import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { cp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { verifyLedger } from '@palier/server/operator/verify';
import { startEmbeddedPostgres } from '@palier/scripts/postgres/embedded';
import { createPool, type Queryable } from '@palier/server/database/pool';
import { isProcessAlive } from '@palier/scripts/process/process-alive';
import type { Scenario } from '../../scenario';
import { postmasterOf } from '../../actors/postgres';
import { statementsAfterRestore } from '../../actors/runbook';
import { startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';

const DISK_MB = 192;
/** Free space beside the ballast: less than the next segment of the write-ahead log. */
const LEFT_BYTES = 3 * 2 ** 20;
const runProgram = promisify(execFile);

/** A small disk in memory, mounted until `unmount`. */
function mountSmallDisk(): { folder: string; unmount: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'palier-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder]);
  return {
    folder,
    unmount() {
      // Lazily, because a process just killed may still hold a file.
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

function needsTmpfs(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a small disk can be mounted only by root on Linux';
  try {
    mountSmallDisk().unmount();
    return null;
  } catch {
    return 'no tmpfs can be mounted here';
  }
}

/** A fingerprint of the audit views. */
async function ledgerFingerprint(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ fingerprint: string }>(
    `select concat_ws(' ', (select sum(hashtextextended(b::text, 0)) from audit_balances b),
                           (select sum(hashtextextended(p::text, 0)) from audit_postings p),
                           (select sum(hashtextextended(j::text, 0)) from audit_jackpot j),
                           (select max(id) from transfers)) as fingerprint`,
  );
  return rows[0]!.fingerprint;
}

const scenarios: Scenario[] = [
  {
    id: 'H91',
    title: 'full disk',
    fault: `the database’s disk (${DISK_MB} MB) fills up under eight writers: data files, then the write-ahead log`,
    bound: 'only 503, no false acknowledgement; served again with free space, the ledger agrees',
    trials: { long: 3, budgetS: 26 },
    ownCluster: true,
    unsupported: needsTmpfs,
    async run({ startOwnCluster, trials }) {
      const disk = mountSmallDisk();
      const cluster = await startOwnCluster({ within: disk.folder, afterStop: disk.unmount });
      const failures: string[] = [];
      const ballast = path.join(disk.folder, 'ballast');
      const load = await startTrackedWriters(cluster, 8);
      let [crashes, refused] = [0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(500);
        const before = load.unavailable;
        const { bavail, bsize } = await statfs(disk.folder);
        await writeFile(ballast, Buffer.alloc(Math.max(0, Number(bavail) * bsize - LEFT_BYTES), 'x')).catch(
          (error: NodeJS.ErrnoException) => {
            // The database has written meanwhile, so the disk is already full.
            if (error.code !== 'ENOSPC') throw error;
          },
        );
        // Forces a new log segment: the current one may still have room.
        for (let segment = 0; segment < 8 && load.unavailable === before; segment += 1) {
          await cluster.owner.query('select pg_switch_wal()').catch(() => undefined);
          await wait(1_500);
        }
        if (load.unavailable === before) failures.push(`trial ${trial}: the full disk had no effect`);
        refused += load.unavailable - before;
        if (cluster.processes.some((server) => !server.isRunning())) failures.push('an API process ended');
        const postmaster = await postmasterOf(cluster).catch(() => null);
        await rm(ballast);
        await wait(1_000);
        if (postmaster === null || !isProcessAlive(postmaster)) {
          crashes += 1;
          await cluster.restartDatabase();
        }
        if ((await waitUntilServed(load, 20_000)) === null)
          failures.push(`trial ${trial}: not served 20 s after there was space`);
      }
      failures.push(...(await load.settle()));
      return {
        trials,
        failures,
        measured: `${refused} × 503, ${load.acknowledged} acknowledged, PostgreSQL ended ${crashes} times`,
      };
    },
  },
  {
    id: 'H97',
    title: 'restore from backup',
    fault: 'the files of a stopped cluster, copied to another place',
    bound: 'the ledger equals the backup, ids continue, old sessions are dead',
    trials: { long: 3, budgetS: 25 },
    ownCluster: true,
    async run({ startOwnCluster, trials }) {
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const cluster = await startOwnCluster();
        const load = await startTrackedWriters(cluster, 8);
        await wait(1_500);
        failures.push(...(await load.settle()));
        const { accessToken: oldToken, refreshToken } = await cluster.login('admin');
        const before = await ledgerFingerprint(cluster.owner);
        await cluster.database.stop();
        const place = path.join(cluster.folder, 'restored');
        await cp(path.join(cluster.folder, 'postgres.password'), path.join(place, 'postgres.password'), {
          recursive: true,
        });
        // The system's cp keeps owner and permissions, without which PostgreSQL refuses the folder.
        await runProgram('cp', ['-a', path.join(cluster.folder, 'postgres'), path.join(place, 'postgres')]);
        await runProgram('chmod', ['755', place]);
        await cluster.restartDatabase();

        const restored = await startEmbeddedPostgres({ dataDir: place });
        const owner = createPool(restored.url, { asOwner: true });
        try {
          if ((await ledgerFingerprint(owner)) !== before)
            failures.push(`trial ${trial}: the ledger differs from the backup`);
          for (const statement of await statementsAfterRestore()) await owner.query(statement);
          const server = await cluster.start({ environment: { DATABASE_URL: restored.url }, joins: false });
          await server.ready();
          const old = await server.call('GET', '/user/me', { token: oldToken });
          const refreshed = await server.call('POST', '/auth/refresh-token', { body: { refreshToken } });
          if (old.status !== 401 || refreshed.status === 200)
            failures.push(`trial ${trial}: an old session works: ${old.status}, refresh ${refreshed.status}`);
          const fresh = await server.call('POST', '/auth/login', {
            body: { username: 'admin', password: 'Admin1234' },
          });
          const { accessToken: token } = fresh.body as { accessToken: string };
          const paid = await server.call('POST', '/transactions', {
            token,
            body: { receiverUsername: 'client', amount: 1, type: 'DEPOSIT' },
          });
          const lastId = BigInt(before.split(' ').at(-1)!);
          const { rows: found } = await owner.query<{ id: bigint }>('select max(id) as id from transfers');
          if (paid.status !== 200 || found[0]!.id <= lastId)
            failures.push(`trial ${trial}: ${paid.status}, last id ${found[0]!.id} after ${lastId}`);
          const fault = await verifyLedger(owner);
          if (fault !== null) failures.push(`trial ${trial}: ${fault.rule}: ${fault.row}`);
          await server.kill('SIGKILL');
        } finally {
          await owner.end();
          await restored.stop();
          await rm(place, { recursive: true, force: true });
        }
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
