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
import { depositOf } from '../../actors/api-client';
import type { Cluster, Session } from '../../actors/cluster';
import { postmasterOf } from '../../actors/postgres';
import { applicationUrlOf } from '../../actors/test-database';
import { expectAllRunning, startTrackedWriters, waitUntilServed } from '../../actors/tracked-writers';
import type { ScenarioContext, Scenario } from '../../scenario';

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
async function readFingerprint(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ fingerprint: string }>(
    `select concat_ws(' ', (select sum(hashtextextended(b::text, 0)) from audit_balances b),
                           (select sum(hashtextextended(p::text, 0)) from audit_postings p),
                           (select sum(hashtextextended(j::text, 0)) from audit_jackpot j),
                           (select max(id) from transfers)) as fingerprint`,
  );
  return rows[0]!.fingerprint;
}

/** Fills the disk except for LEFT_BYTES. */
async function fillDisk(folder: string, ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = Math.max(0, Number(bavail) * bsize - LEFT_BYTES);
  await writeFile(ballast, Buffer.alloc(bytes, 'x')).catch((error: NodeJS.ErrnoException) => {
    // The database has written meanwhile, so the disk is already full.
    if (error.code !== 'ENOSPC') throw error;
  });
}

/** Copies the files of a stopped cluster; returns the folder of the copy. */
async function copyFiles({ folder }: Cluster): Promise<string> {
  const copy = path.join(folder, 'restored');
  await cp(path.join(folder, 'postgres.password'), path.join(copy, 'postgres.password'), { recursive: true });
  // The system's cp keeps owner and permissions, without which PostgreSQL refuses the folder.
  await runProgram('cp', ['-a', path.join(folder, 'postgres'), path.join(copy, 'postgres')]);
  await runProgram('chmod', ['755', copy]);
  return copy;
}

/** Requires that the restored ledger continues from the backup and that the sessions of the backup are refused. */
async function expectRestored(
  { expect }: ScenarioContext,
  cluster: Cluster,
  restoredUrl: string,
  { accessToken, refreshToken }: Session,
  fingerprint: string,
): Promise<void> {
  const owner = createPool(restoredUrl, { asOwner: true });
  try {
    expect((await readFingerprint(owner)) === fingerprint, 'the ledger differs from the backup');
    await owner.query('select after_restore()');
    const environment = { DATABASE_URL: applicationUrlOf(restoredUrl) };
    const server = await cluster.start({ environment, joins: false });
    await server.ready();
    const old = await server.call('GET', '/user/me', { token: accessToken });
    const refreshed = await server.call('POST', '/auth/refresh-token', { body: { refreshToken } });
    const isEnded = old.status === 401 && refreshed.status !== 200;
    expect(isEnded, `an old session works: ${old.status}, refresh ${refreshed.status}`);
    const credentials = { username: 'admin', password: 'Admin1234' };
    const { body } = await server.call('POST', '/auth/login', { body: credentials });
    const { accessToken: token } = body as Session;
    const paid = await server.call('POST', '/transactions', { token, body: depositOf('client', 1) });
    const lastId = BigInt(fingerprint.split(' ').at(-1)!);
    const { rows } = await owner.query<{ id: bigint }>('select max(id) as id from transfers');
    const isNext = paid.status === 200 && rows[0]!.id > lastId;
    expect(isNext, `${paid.status}, last id ${rows[0]!.id} after ${lastId}`);
    const fault = await verifyLedger(owner);
    expect(fault === null, `the restored ledger: ${fault?.rule}: ${fault?.row}`);
    await server.kill('SIGKILL');
  } finally {
    await owner.end();
  }
}

export default [
  {
    id: 'H91',
    title: 'full disk',
    fault: `the database’s disk (${DISK_MB} MB) fills up under eight writers: data files, then the write-ahead log`,
    bound: 'only 503, no false acknowledgement; served again with free space, the ledger agrees',
    trials: { long: 3, budgetS: 26 },
    ownCluster: true,
    unsupported: needsTmpfs,
    async run(context) {
      const { trials, expect } = context;
      const disk = mountSmallDisk();
      const cluster = await context.startOwnCluster({ within: disk.folder, afterStop: disk.unmount });
      const ballast = path.join(disk.folder, 'ballast');
      const load = await startTrackedWriters(context, cluster, 8);
      let [crashes, refused] = [0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        await wait(500);
        const before = load.unavailable;
        await fillDisk(disk.folder, ballast);
        // Forces a new log segment: the current one may still have room.
        for (let segment = 0; segment < 8 && load.unavailable === before; segment += 1) {
          await cluster.owner.query('select pg_switch_wal()').catch(() => undefined);
          await wait(1_500);
        }
        expect(load.unavailable > before, `trial ${trial}: the full disk had no effect`);
        refused += load.unavailable - before;
        const postmaster = await postmasterOf(cluster).catch(() => null);
        await rm(ballast);
        await wait(1_000);
        if (postmaster === null || !isProcessAlive(postmaster)) {
          crashes += 1;
          await cluster.restartDatabase();
        }
        const served = await waitUntilServed(load, 20_000);
        expect(served !== null, `trial ${trial}: not served 20 s after there was space`);
      }
      expectAllRunning(context, cluster);
      await load.settle();
      const counts = `${refused} × 503, ${load.acknowledged} acknowledged`;
      return { measured: `${counts}, PostgreSQL ended ${crashes} times` };
    },
  },
  {
    id: 'H97',
    title: 'restore from backup',
    fault: 'the files of a stopped cluster, copied to another place',
    bound: 'the ledger equals the backup, ids continue, old sessions are dead',
    trials: { long: 3, budgetS: 25 },
    ownCluster: true,
    async run(context) {
      for (let trial = 0; trial < context.trials; trial += 1) {
        const cluster = await context.startOwnCluster();
        const load = await startTrackedWriters(context, cluster, 8);
        await wait(1_500);
        await load.settle();
        const session = await cluster.login('admin');
        const fingerprint = await readFingerprint(cluster.owner);
        await cluster.database.stop();
        const copy = await copyFiles(cluster);
        await cluster.restartDatabase();
        const restored = await startEmbeddedPostgres({ dataDir: copy });
        try {
          await expectRestored(context, cluster, restored.url, session, fingerprint);
        } finally {
          await restored.stop();
          await rm(copy, { recursive: true, force: true });
        }
      }
    },
  },
] satisfies Scenario[];
